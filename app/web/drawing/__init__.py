"""The geometry of pictures, for the SVG macros in ``templates/web/parts/picture.html``.

Coordinates are units of the view box, y downwards.
"""

from app.web.drawing.boxes import boxes
from app.web.drawing.curves import as_text, curve, pad
from app.web.drawing.fitting import broad
from app.web.drawing.heat_maps import heat_map
from app.web.drawing.planes import plane
from app.web.drawing.scatters import scatter
from app.web.drawing.strips import strips
from app.web.drawing.trees import tree

__all__ = ["as_text", "boxes", "broad", "curve", "heat_map", "pad", "plane", "scatter", "strips", "tree"]

"""One token's way through a whole model: every number of a pass of the name GPT, with the arithmetic behind it.

``stations``: where numbers can be seen, and their shapes. ``lines``: the arithmetic of any cell, and the cells that it
is made of; those of attention are in ``attention_lines``. ``costs``: parameters, operations and cache bytes at each
station. ``guesses``: a hidden number is asked and marked. ``walk``: the ten questions of the walk. A real model, one
layer at a time: ``smollm2``.
"""

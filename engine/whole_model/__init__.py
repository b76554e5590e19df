"""One token's way through a whole model: every number of a pass of the name GPT, with the line of arithmetic behind it.

``stations``: where numbers can be seen, and their shapes. ``lines``: the arithmetic of any cell, and the cells that it is
made of. ``costs``: parameters, FLOPs and cache bytes at each station. ``walk``: the ten questions on the way.
"""

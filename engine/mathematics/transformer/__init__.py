"""Mathematics of the transformer: projections, rotary positions, and the blocks made of them."""

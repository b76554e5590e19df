"""The oracle of the encoder block, with a second attention that reads the memory."""

from typing import Any

from tests.oracles.attention.encoder_block import Block


def answers(parameters: dict[str, Any]) -> dict[str, Any]:
    block = Block(parameters)
    normed = block.before(block.X)
    own = block.attention(normed, normed, ("w_q", "w_k", "w_v", "w_o"), bool(parameters.get("causal", True)))
    after_self = block.after(block.X + own)
    queries, memory = block.before(after_self), block.tensor("memory")
    cross = block.attention(queries, memory, ("w_q2", "w_k2", "w_v2", "w_o2"), causal=False)
    after_cross = block.after(after_self + cross)
    ffn = block.feed_forward(block.before(after_cross))
    found = {
        "self_attention": own,
        "after_self": after_self,
        "cross_attention": cross,
        "after_cross": after_cross,
        "ffn_output": ffn,
        "output": block.after(after_cross + ffn),
    }
    return {name: rows.tolist() for name, rows in found.items()}

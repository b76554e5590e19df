from engine.reference.presets import presets
from engine.reference.public_models import Heads, public_models


def test_a_model_is_known_with_its_heads_and_a_model_without_a_cache_has_none() -> None:
    llama = public_models()["Llama-3 8B"]
    assert (llama.parameters, llama.query_heads) == (8_030_261_248, 32)
    assert llama.heads == Heads(layers=32, kv_heads=8, d_head=128, context=8192)
    assert public_models()["BERT base uncased"].heads is None


def test_query_heads_are_shared_evenly_in_every_model() -> None:
    for model in public_models().values():
        if model.heads:
            assert model.query_heads % model.heads.kv_heads == 0, model.name


def test_the_forms_of_ones_own_numbers_offer_the_same_models() -> None:
    offered = {preset.name for preset in presets("kv_cache")}
    assert offered == {name for name, model in public_models().items() if model.heads}

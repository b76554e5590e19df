"""The sections of the curriculum, with their titles."""

SECTIONS = {
    "c.1": "Linear and softmax classifiers",
    "c.2": "Multilayer perceptrons",
    "c.3": "n-gram models",
    "c.4": "Recurrent models",
    "c.5": "Parameter counts",
    "c.6": "Pretrained models",
    "2.1": "Training data",
    "2.2": "Tokenization",
    "2.3": "Pipeline and context window",
    "2.4": "Embeddings",
    "2.5": "Attention",
    "2.6": "The transformer and its variants",
    "2.7": "Decoding",
    "2.8": "Pretraining and systems",
    "2.9": "In-context learning",
    "2.10": "Alignment",
    "2.11": "Scaling laws",
    "2.12": "Evaluation",
}

"""All parameters of the name GPT in one picture, and larger models beside it as squares of true area."""

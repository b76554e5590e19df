"""Right solutions of coding questions of the bank, written from their statements alone, as other people would."""

# mypy: ignore-errors, for students write no types

import math
from collections import Counter

import numpy as np


def top_p(probabilities, p):
    result = [0.0] * len(probabilities)
    total = 0.0
    for i in sorted(range(len(probabilities)), key=lambda i: (-probabilities[i], i)):
        result[i] = probabilities[i]
        total += probabilities[i]
        if total >= p - 1e-9:
            break
    return np.array(result) / total


def rouge_l(candidate, reference):
    if len(reference) == 0 or len(candidate) == 0:
        return 0.0
    previous = [0] * (len(reference) + 1)
    for c in candidate:
        current = [0]
        for k in range(len(reference)):
            if c == reference[k]:
                current.append(previous[k] + 1)
            else:
                current.append(max(previous[k + 1], current[k]))
        previous = current
    return previous[-1] / len(reference)


def deduplicate(documents):
    import hashlib
    import re

    result, hashes = [], []
    for text in documents:
        clean = re.sub(r"\s+", " ", text.lower()).strip()
        value = hashlib.sha256(clean.encode()).digest()
        if value in hashes:
            continue
        hashes.append(value)
        result.append(text)
    return result


def causal_attention(Q, K, V):
    rows = []
    for i in range(len(Q)):
        s = np.array([Q[i] @ K[j] for j in range(i + 1)]) / math.sqrt(len(Q[i]))
        e = np.exp(s - max(s))
        w = e / np.sum(e)
        rows.append(sum(w[j] * V[j] for j in range(i + 1)))
    return np.array(rows)


def softmax_temperature(logits, temperature):
    best = max(logits)
    if not temperature:
        first = list(logits).index(best)
        return np.array([1.0 if i == first else 0.0 for i in range(len(logits))])
    e = [math.exp((z - best) / temperature) for z in logits]
    return np.array(e) / sum(e)


def layer_norm(x, gain, bias, epsilon):
    out = np.empty_like(x)
    for t, row in enumerate(x):
        mu = np.mean(row)
        sigma = np.sqrt(np.var(row) + epsilon)
        out[t] = gain * (row - mu) / sigma + bias
    return out


def learning_rate(step, warmup, total, peak, floor):
    if step >= warmup and step < total:
        t = (step - warmup) / (total - warmup)
        return floor + (peak - floor) * (1 + math.cos(math.pi * t)) / 2
    elif step < warmup:
        return step / warmup * peak
    else:
        return floor


def ngram_probability(sentences, n, alpha, context, word):
    grams, contexts = Counter(), Counter()
    words = set()
    for s in sentences:
        words |= set(s)
        padded = (n - 1) * ["<s>"] + s + ["</s>"]
        for start in range(len(padded) - n + 1):
            gram = tuple(padded[start : start + n])
            grams[gram] += 1
            contexts[gram[:-1]] += 1
    below = contexts[tuple(context)] + alpha * (len(words) + 1)
    return (grams[(*context, word)] + alpha) / below if below else 0.0


def lstm_step(x, h, c, W_x, W_h, b):
    n = len(h)
    a = np.dot(W_x, x) + np.dot(W_h, h) + b

    def s(z):
        z = np.clip(z, -700, 700)
        return 1 / (1 + np.exp(-z))

    i, f, g, o = s(a[:n]), s(a[n : 2 * n]), np.tanh(a[2 * n : 3 * n]), s(a[3 * n :])
    c = f * c + i * g
    return {"c": c, "h": o * np.tanh(c)}


def train_bpe(words, merges):
    splits = [[*word, "</w>"] for word, _ in words]
    result = []
    while len(result) < merges:
        pairs = Counter()
        for (_, count), split in zip(words, splits, strict=True):
            for k in range(len(split) - 1):
                pairs[split[k], split[k + 1]] += count
        if len(pairs) == 0:
            return result
        a, b = max(pairs.items(), key=lambda item: item[1])[0]
        result.append([a, b])
        for split in splits:
            k = 0
            while k < len(split) - 1:
                if split[k] == a and split[k + 1] == b:
                    split[k : k + 2] = [a + b]
                k += 1
    return result

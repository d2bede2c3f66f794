"""A small builder of ONNX graphs, shared by the two conversions."""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


class Graph:
    """Collects nodes and constants; every method returns the name of its output."""

    def __init__(self, prefix=""):
        self.nodes, self.constants, self.prefix, self.made = [], [], prefix, 0

    def constant(self, value):
        name = f"{self.prefix}c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def op(self, kind, *inputs, name=None, **attributes):
        """One node. Inputs that are arrays become constants."""
        inputs = [i if isinstance(i, str) else self.constant(i) for i in inputs]
        name = name or f"{self.prefix}n{self.made}"
        self.made += 1
        self.nodes.append(helper.make_node(kind, inputs, [name], **attributes))
        return name

    def linear(self, x, matrix, bias=None):
        y = self.op("MatMul", x, matrix)
        return y if bias is None else self.op("Add", y, bias)

    def layer_norm(self, x, gain, bias, epsilon):
        return self.op("LayerNormalization", x, gain, bias, axis=-1, epsilon=epsilon)

    def model(self, name, dims):
        """The whole: input_ids and attention_mask [batch, tokens] -> sentence_embedding [batch, dims]."""

        def integers(name):
            return helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"])

        result = helper.make_tensor_value_info("sentence_embedding", TensorProto.FLOAT, ["batch", dims])
        graph = helper.make_graph(
            self.nodes, name, [integers("input_ids"), integers("attention_mask")], [result], self.constants
        )
        operators = [helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1)]
        model = helper.make_model(graph, opset_imports=operators)
        model.ir_version = 8  # what ONNX Runtime of 2023 and later reads
        onnx.checker.check_model(model)
        return model

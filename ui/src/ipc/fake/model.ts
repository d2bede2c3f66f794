import type { ModelDto, ModelExchangeDto } from "../bindings";
import type { Client } from "../client";
import { fail, later, type FakeState } from "./index";
import { NOW } from "./now";

type Modelling = Pick<Client, "model_get" | "model_set" | "model_check" | "model_ask" | "model_rephrase" | "model_trace">;

const isHere = (address: string) => /^https?:\/\/(127\.|localhost|\[::1\])/.test(address);

/** One question as it is sent: rules, an example, the sentence. */
export const EXCHANGE: ModelExchangeDto = {
  at: NOW,
  stage: "intent",
  prompt: [
    { role: "system", text: "Choose what kind of request the sentence is. Answer with JSON of the given schema." },
    { role: "user", text: "take me home" },
    { role: "assistant", text: '{"kind":"plan_route","destination":"home"}' },
    { role: "user", text: "somewhere nice by the water" },
  ],
  answer: '{"kind":"plan_route","destination":"by the water"}',
  outcome: "good",
  field: "",
  ms: 412.5,
};

export function fakeModel(state: FakeState): Modelling {
  let said: ModelExchangeDto[] = [];
  let set: ModelDto = {
    enabled: false,
    address: "",
    model: "",
    has_key: false,
    local: false,
    allow_remote: false,
    timeout_s: 60,
    wait_ms: 800,
    schema: true,
    intents: "model",
    uses: ["extraction", "relevance", "rephrase", "reflection"],
    usual: [
      { name: "Ollama", address: "http://127.0.0.1:11434" },
      { name: "llama.cpp", address: "http://127.0.0.1:8080" },
      { name: "vLLM", address: "http://127.0.0.1:8000" },
    ],
    sentences: 12,
    fell_back: 1,
  };
  const ask = () => {
    if (!set.enabled) fail("network", { why: "off", model: "language" });
    const number = state.status.network_requests + 1;
    const sent = { number, at: NOW, host: new URL(set.address).host, purpose: "model", outcome: "ok" };
    state.status = { ...state.status, network_requests: number, network_last: [sent, ...state.status.network_last] };
    said = [...said, EXCHANGE];
  };
  return {
    model_get: () => later(state, () => set),
    model_set: (request) =>
      later(state, () => {
        const { key, ...rest } = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== null)) as Partial<ModelDto> & { key?: string };
        const next: ModelDto = { ...set, ...rest, has_key: key === undefined ? set.has_key : key !== "" };
        if (rest.address !== undefined && rest.address !== "" && !/^https?:\/\/[^/?#@]+/.test(rest.address)) fail("bad_request", { field: "model_address" });
        next.local = isHere(next.address);
        if (next.enabled && next.address === "") fail("bad_request", { field: "model_address", why: "missing" });
        if (next.enabled && next.model === "") fail("bad_request", { field: "model", why: "missing" });
        if (next.enabled && !next.local && !next.allow_remote) fail("bad_request", { field: "model_address", why: "remote" });
        return (set = next);
      }),
    model_check: () =>
      later(state, () => {
        ask();
        return { models: ["qwen3:4b", "smollm2:135m"], has_model: set.model === "qwen3:4b", ended: "good", why: "", ms: 412.5 };
      }),
    model_ask: (request) =>
      later(state, () => {
        const used = request.what === "intent" ? set.intents === "model" : set.uses.includes(request.what);
        if (set.enabled && used) ask();
        const by = set.enabled && used ? "model" : "rules";
        return {
          what: request.what,
          by,
          ended: by === "model" ? "good" : "off",
          why: "",
          intent: request.what === "intent" ? { kind: "plan_route", destination: request.text.split(" ").at(-1) ?? "", needs_consent: false } : null,
          memories: request.what === "extraction" ? [{ text: request.text, kind: "preference", confidence: 0.9, expires_days: null, literal: true, waits: false }] : [],
          screened: [],
          judged: request.what === "relevance" ? [{ id: "pref-5", text: "Seaside road on workday mornings", keep: true, why: "fits" }, { id: "pref-6", text: "Avoid the tunnel after 22:00", keep: false, why: "other_time" }] : [],
          exchanges: by === "model" ? [{ ...EXCHANGE, stage: request.what }] : [],
        };
      }),
    model_rephrase: (request) =>
      later(state, () => {
        const on = set.enabled && set.uses.includes("rephrase");
        if (on) ask();
        // The second sentence fails the check, and stands as it was.
        const sentences = request.sentences.map(({ id, text }, index) =>
          on && index !== 1 ? { id, text: `${text} ↻`, changed: true, refused: "" } : { id, text, changed: false, refused: on ? "other_words" : "" },
        );
        return { ended: on ? "good" : "off", why: "", sentences, decision: request.decision };
      }),
    model_trace: () => later(state, () => said),
  };
}

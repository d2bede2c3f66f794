import type { ErrorCode } from "../ipc/bindings";
import { isKey, t, type Args, type Key } from "./index.svelte";

/** What happened, why, and the next step. */
export interface ErrorWords {
  what: string;
  why: string;
  next: string;
}

/** As much of a failed command as the wording needs. */
export interface Failure {
  code: ErrorCode;
  args: Readonly<Record<string, string | undefined>>;
  /** Nearest matches, of an unknown place. */
  places?: readonly unknown[];
}

/** What services are called. */
const PROVIDERS: Readonly<Record<string, string>> = {
  osrm: "OSRM",
  valhalla: "Valhalla",
  graphhopper: "GraphHopper",
  amap: "Amap",
};

/** What a sentence calls the file when the failure doesn't name one. */
const unnamed: Partial<Record<ErrorCode, Key>> = {
  bad_file: "errors.file_this",
  damaged_database: "errors.file_some",
  erase_unfinished: "errors.file_some",
};

/**
 * The words for a failure in the window's language.
 *
 * The most special wording wins: `errors.bad_file_html_what` before `errors.bad_file_what`. So a reason that this
 * version doesn't know yet still gets a true sentence.
 */
export function errorWords({ code, args, places }: Failure): ErrorWords {
  const special = variant(code, args);
  const name = args.name ?? args.place ?? args.words;
  const values: Args = { file: fileName(code, args) };
  for (const [name, value] of Object.entries(args)) if (name !== "file" && value !== undefined) values[name] = value;
  if (args.provider) values.provider = PROVIDERS[args.provider] ?? args.provider;
  const part = (name: keyof ErrorWords): string => {
    const key = `errors.${code}_${special}_${name}`;
    if (special !== "" && isKey(key)) return t(key, values);
    const other = `errors.${code}_provider_other_${name}`;
    if (args.provider && isKey(other)) return t(other, values);
    const plain = `errors.${code}_${name}`;
    return isKey(plain) ? t(plain, values) : t(`errors.internal_${name}`, values);
  };
  if (code === "network" && args.model) {
    const why = `model.why_${args.why ?? ""}`;
    return {
      what: t("errors.network_model_what"),
      why: t("errors.network_model_why", { why: isKey(why) ? t(why) : t("model.why_other", { word: args.why ?? "" }) }),
      next: t(args.why === "off" ? "errors.network_model_off_next" : "errors.network_model_next"),
    };
  }
  if (code === "unknown_place") {
    return {
      what: name ? t("errors.unknown_place_named_what", { name }) : part("what"),
      why: part("why"),
      next: places?.length === 0 ? t("errors.unknown_place_none_next") : part("next"),
    };
  }
  return { what: part("what"), why: [part("why"), byteNote(code, args)].filter(Boolean).join(" "), next: part("next") };
}

function variant(code: ErrorCode, args: Failure["args"]): string {
  if (code === "bad_file" && args.why === "truncated" && args.percent) return "truncated_percent";
  if (code === "newer_database") return args.found && args.known ? "versions" : "";
  if (code === "network" && args.provider) return `provider_${args.why ?? "other"}`;
  if (code === "bad_request") {
    const nearer = `${args.field}_${args.why}`;
    if (isKey(`errors.bad_request_${nearer}_why`)) return nearer;
    return args.field === "aliases" ? "alias" : (args.field ?? "");
  }
  return args.why ?? args.which ?? "";
}

function fileName(code: ErrorCode, args: Failure["args"]): string {
  if (args.file) return t("errors.file_named", { name: args.file });
  return t(unnamed[code] ?? "errors.file_folder");
}

/** The byte helps somebody who wants to repair or report a file; a percentage already says the same of a cut one. */
function byteNote(code: ErrorCode, args: Failure["args"]): string {
  const byte = Number(args.byte);
  if (code !== "bad_file" || args.percent || !args.byte || !Number.isFinite(byte)) return "";
  return t("errors.bad_file_atByte", { byte: byte.toLocaleString("en") });
}

import type { ReceiptDto } from "../ipc/bindings";
import { bytes, count } from "../i18n/format";
import { isKey, t } from "../i18n/index.svelte";
import { exactly } from "./dates";

/** Name of a place where the receipt looked. */
export function groupName(name: string): string {
  const key = `memory.receipt_groups_${name}`;
  return isKey(key) ? t(key) : t("memory.receipt_groups_other");
}

/** Why an erasure isn't finished, in words. */
export function reason(receipt: ReceiptDto): string {
  if (receipt.unfinished === "reader") return t("memory.receipt_reasons_reader");
  return t(receipt.found > 0 ? "memory.receipt_reasons_found" : "memory.receipt_reasons_file");
}

/** Whether map files were read as well; they hold nothing personal, so usually they are left out. */
export function scansMaps(receipt: ReceiptDto): boolean {
  return receipt.groups.some((group) => group.name === "regions");
}

/** "1.8 s", and never "0.0 s" for something that took time. */
export function seconds(receipt: ReceiptDto): string {
  return t("memory.receipt_took", { n: Math.max(0.1, receipt.seconds).toFixed(1) });
}

/** The receipt as a text file: the same facts as on the screen, and no content of what was erased. */
export function receiptText(receipt: ReceiptDto): string {
  const title = t(receipt.complete ? "memory.receipt_done" : "memory.receipt_unfinished");
  const lines = [
    t("memory.receipt_head"),
    exactly(receipt.at),
    "",
    title,
    ...(receipt.complete ? [] : [reason(receipt), t("memory.receipt_next")]),
    ...(receipt.erased > 0 ? [t("memory.receipt_erased", { n: receipt.erased })] : []),
    `${count(receipt.files)} ${t("memory.receipt_files", { n: receipt.files })}`,
    `${count(receipt.found)} ${t("memory.receipt_found", { n: receipt.found })}`,
    `${seconds(receipt)}, ${t("memory.receipt_seconds", { bytes: bytes(receipt.bytes_read) })}`,
    "",
    `${t("memory.receipt_lookedIn")}:`,
    ...receipt.groups.map((group) => {
      const facts = t("memory.receipt_group", { files: group.files, found: group.found });
      return `- ${groupName(group.name)}: ${facts}`;
    }),
    "",
    `${t("memory.receipt_outOfReach")}:`,
    t("memory.receipt_outOfReachText"),
    ...(scansMaps(receipt) ? [] : [t("memory.receipt_mapsLeftOut")]),
    t("memory.receipt_keyedMark"),
    "",
  ];
  return lines.join("\n");
}

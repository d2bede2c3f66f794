import type { why as en } from "../en/why";

export const why: Record<keyof typeof en, string> = {};

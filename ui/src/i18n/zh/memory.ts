import type { memory as en } from "../en/memory";

export const memory: Record<keyof typeof en, string> = {};

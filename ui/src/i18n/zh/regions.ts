import type { regions as en } from "../en/regions";

export const regions: Record<keyof typeof en, string> = {};

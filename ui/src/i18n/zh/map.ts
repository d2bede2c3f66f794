import type { map as en } from "../en/map";

export const map: Record<keyof typeof en, string> = {};

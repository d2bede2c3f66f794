import type { habit as en } from "../en/habit";

export const habit: Record<keyof typeof en, string> = {};

import type { onboarding as en } from "../en/onboarding";

export const onboarding: Record<keyof typeof en, string> = {};

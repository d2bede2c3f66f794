/** 29 November 2026, 08:12 in Monaco: now, for the made-up program. */
export const NOW = Date.UTC(2026, 10, 29, 7, 12) / 1000;
export const DAY = 86_400;

export const why = {};

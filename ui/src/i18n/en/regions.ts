export const regions = {};

export const habit = {};

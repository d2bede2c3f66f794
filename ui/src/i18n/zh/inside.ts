export const inside = {
  "inside.title": "看看里面",
  "inside.back": "记忆",
  "inside.traces": "回答经过",
  "inside.sandbox": "试一试",
  "inside.figures": "数字",
  "inside.stream": "动态",
} as const;

export const inside = {
  "inside.title": "Look inside",
  "inside.back": "Memories",
  "inside.traces": "Answers",
  "inside.sandbox": "Try out",
  "inside.figures": "Figures",
  "inside.stream": "Stream",
} as const;

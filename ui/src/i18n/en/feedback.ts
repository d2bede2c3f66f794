export const feedback = {
  "feedback.ask": "Was this right?",
  "feedback.up": "Good answer",
  "feedback.down": "Not a good answer",
  "feedback.used_history": "Used useful past information",
  "feedback.forgot_said": "Forgot what was said before",
  "feedback.thanks": "Noted: {n} {n|memory|memories} moved.",
  "feedback.nothing": "Noted. No memory is behind it that could be moved.",
  "feedback.takenBack": "Taken back.",
  "feedback.wrong": "Wrong memory",
  "feedback.wrongNote": "Keep this as a mistake: it can be exported and deleted under Figures",
  "feedback.kept": "Kept as a mistake.",
  "feedback.moved": "{text}: {before} → {after}",
} as const;

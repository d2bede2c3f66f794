export const feedback = {
  "feedback.ask": "这次答得对吗？",
  "feedback.up": "答得好",
  "feedback.down": "答得不好",
  "feedback.used_history": "用了有用的历史信息",
  "feedback.forgot_said": "忘记了之前说过的内容",
  "feedback.thanks": "已记下，{n} 条记忆随之调整。",
  "feedback.nothing": "已记下。它背后没有可以调整的记忆。",
  "feedback.takenBack": "已撤回。",
  "feedback.wrong": "想错了",
  "feedback.wrongNote": "记为一次错误：可在「数字」里导出或删除",
  "feedback.kept": "已记为一次错误。",
  "feedback.moved": "{text}：{before} → {after}",
} as const;

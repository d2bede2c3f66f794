import type { habit as en } from "../en/habit";

export const habit: Record<keyof typeof en, string> = {
  "habit.name": "等你回答的问题",
  "habit.label": "关于习惯的问题",
  "habit.unused": "回答前不会使用。",
  "habit.isIt": "「{text}」，对吗？",
  "habit.evidence": "{n} 次行程里出现过，最近是 {date}。",
  "habit.yes": "是",
  "habit.no": "不用",
  "habit.edit": "编辑",
  "habit.later": "以后再说",
  "habit.onlyThen": "只是那几次",
  "habit.onlyThenMore": "现在不再问；以后还这样，可能会再问。",
  "habit.onlyThenDone": "好，只是那几次。以后还这样，可能会再问。",
  "habit.seeTrips": "看行程",
  "habit.of": "{i} / {n}",
  "habit.confirmed": "已记住，从下次规划起生效。",
  "habit.rejected": "不用了，不会再问。",
};

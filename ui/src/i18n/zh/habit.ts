import type { habit as en } from "../en/habit";

export const habit: Record<keyof typeof en, string> = {
  "habit.name": "等你回答的问题",
  "habit.unused": "回答前不会使用。",
  "habit.isIt": "「{text}」，对吗？",
  "habit.evidence": "{n} 次行程里出现过，最近是 {date}。",
  "habit.yes": "对",
  "habit.no": "不对",
  "habit.edit": "编辑",
  "habit.later": "以后",
  "habit.onlyThen": "只在那时",
  "habit.seeTrips": "看这些行程",
  "habit.of": "{i} / {n}",
};

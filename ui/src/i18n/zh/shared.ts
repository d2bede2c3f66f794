import type { shared as en } from "../en/shared";

export const shared: Record<keyof typeof en, string> = {
  "shared.undo": "撤销",
  "shared.dismiss": "关掉",
  "shared.close": "关闭",
  "shared.cancel": "取消",
  "shared.remove": "去掉",
  "shared.edit": "编辑",
  "shared.delete": "删除",
  "shared.more": "更多",
  "shared.less": "收起",
  "shared.retry": "再试一次",
  "shared.loading": "正在处理",
  "shared.save": "保存",
};

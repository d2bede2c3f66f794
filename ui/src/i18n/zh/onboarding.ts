import type { onboarding as en } from "../en/onboarding";

export const onboarding: Record<keyof typeof en, string> = {
  "onboarding.title": "选择你开车的地方",
  "onboarding.promise": "地图和记忆都留在这台电脑上，什么都不会发出去。",
  "onboarding.demoTitle": "试试演示",
  "onboarding.demoText": "摩纳哥和一座虚构的城，带两周示例行程。不到一分钟就绪，一键移除。",
  "onboarding.demoAction": "打开演示",
  "onboarding.emptyTitle": "从空白开始",
  "onboarding.emptyText": "只有摩纳哥的地图，没有记忆。随时可以导入你自己的地区。",
  "onboarding.emptyAction": "从空白开始",
  "onboarding.learning": "从我的行程学习",
  "onboarding.on": "开",
  "onboarding.off": "关",
  "onboarding.learningText": "打开后，老路会记下你走了哪条路，用习惯之前先问你。到现在还没有写下任何东西。",
  "onboarding.fileText": "或使用你自己的地区：把 .osm.pbf 文件拖到这里。",
  "onboarding.fileAction": "选择文件",
  "onboarding.preparing": "正在准备地图",
  "onboarding.preparingDemo": "正在准备演示",
  "onboarding.cancelled": "已停止，没有留下任何东西。",
};

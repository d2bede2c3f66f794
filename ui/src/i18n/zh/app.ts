import type { app as en } from "../en/app";

export const app: Record<keyof typeof en, string> = {
  "app.plan": "规划",
  "app.memory": "记忆",
  "app.regions": "地区与设置",
  "app.places": "各个页面",
  "app.offline": "离线",
  "app.offlineMore": "所有内容都留在这台电脑上。至今发出的网络请求：{n} 个。",
  "app.online": "可下载",
  "app.onlineMore": "只取你要的地图。至今发出的网络请求：{n} 个。",
  "app.services": "路线服务已开",
  "app.servicesMore": "只在你按下按钮时才询问路线服务。至今发送的请求：{n}。",
  "app.learningOn": "正在学习",
  "app.learningOff": "没在学习",
  "app.learningMore": "是否允许从行程中发现习惯。可以在设置里更改。",
  "app.unconfirmed": "{n} 个问题在等你",
  "app.minimise": "最小化",
  "app.maximise": "最大化或还原",
  "app.close": "关闭窗口",
  "app.profile": "用户 {name}",
  "app.starting": "老路正在启动",
  "app.soon": "这里还没有内容。",
};

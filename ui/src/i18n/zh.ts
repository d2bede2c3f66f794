import type { Key } from "./en";
import { ageing } from "./zh/ageing";
import { insights } from "./zh/insights";
import { model } from "./zh/model";
import { stream } from "./zh/stream";
import { app } from "./zh/app";
import { encryption } from "./zh/encryption";
import { entrance } from "./zh/entrance";
import { errors } from "./zh/errors";
import { feedback } from "./zh/feedback";
import { figures } from "./zh/figures";
import { habit } from "./zh/habit";
import { inside } from "./zh/inside";
import { map } from "./zh/map";
import { memory } from "./zh/memory";
import { onboarding } from "./zh/onboarding";
import { plan } from "./zh/plan";
import { providers } from "./zh/providers";
import { regions } from "./zh/regions";
import { sandbox } from "./zh/sandbox";
import { settings } from "./zh/settings";
import { shared } from "./zh/shared";
import { trace } from "./zh/trace";
import { track } from "./zh/track";
import { trips } from "./zh/trips";
import { month } from "./zh/month";
import { outward } from "./zh/outward";
import { situation } from "./zh/situation";
import { why } from "./zh/why";

/** Every wording, in Chinese. */
export const zh: Record<Key, string> = {
  ...shared,
  ...app,
  ...errors,
  ...plan,
  ...why,
  ...map,
  ...habit,
  ...memory,
  ...regions,
  ...settings,
  ...onboarding,
  ...trace,
  ...inside,
  ...feedback,
  ...figures,
  ...sandbox,
  ...track,
  ...providers,
  ...encryption,
  ...ageing,
  ...insights,
  ...model,
  ...stream,
  ...situation,
  ...outward,
  ...month,
  ...trips,
  ...entrance,
};


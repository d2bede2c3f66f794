import { ageing } from "./en/ageing";
import { insights } from "./en/insights";
import { model } from "./en/model";
import { stream } from "./en/stream";
import { app } from "./en/app";
import { encryption } from "./en/encryption";
import { entrance } from "./en/entrance";
import { errors } from "./en/errors";
import { feedback } from "./en/feedback";
import { figures } from "./en/figures";
import { habit } from "./en/habit";
import { inside } from "./en/inside";
import { map } from "./en/map";
import { memory } from "./en/memory";
import { onboarding } from "./en/onboarding";
import { plan } from "./en/plan";
import { providers } from "./en/providers";
import { regions } from "./en/regions";
import { sandbox } from "./en/sandbox";
import { settings } from "./en/settings";
import { shared } from "./en/shared";
import { trace } from "./en/trace";
import { track } from "./en/track";
import { trips } from "./en/trips";
import { month } from "./en/month";
import { outward } from "./en/outward";
import { situation } from "./en/situation";
import { why } from "./en/why";

/** Every wording, in English. Keys are `area.name`; the English tables define which keys exist. */
export const en = {
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

export type Key = keyof typeof en;

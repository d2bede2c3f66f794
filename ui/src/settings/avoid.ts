import type { AvoidSettingDto } from "../ipc/bindings";

/** Features of roads in the order they are shown. Nobody avoids a road for being along water. */
export const features = ["motorway", "toll", "ferry", "tunnel", "bridge", "elevated", "unpaved", "residential", "narrow", "steep"] as const;

/** How strongly; `none` is no setting at all. */
export const strengths = ["none", "rather_not", "avoid", "never"] as const;
export type AvoidStrength = (typeof strengths)[number];

export function strengthOf(avoid: readonly AvoidSettingDto[], feature: string): AvoidStrength {
  const found = avoid.find((each) => each.feature === feature)?.strength;
  return strengths.find((strength) => strength === found) ?? "none";
}

/**
 * The list with one feature set. A changed strength keeps its "since": the person has minded this for as long, and a
 * reason on the plan page shows that date. Features this page doesn't offer are left as they are.
 */
export function withStrength(
  avoid: readonly AvoidSettingDto[],
  feature: string,
  strength: AvoidStrength,
  now: number,
): AvoidSettingDto[] {
  const since = avoid.find((each) => each.feature === feature)?.since ?? now;
  const others = avoid.filter((each) => each.feature !== feature);
  return strength === "none" ? others : [...others, { feature, strength, since }];
}

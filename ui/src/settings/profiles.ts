import { t } from "../i18n/index.svelte";
import type { ProfileDto } from "../ipc/bindings";

/** What a profile is called: the ones that Laolu makes by itself have words, a person's own keep their names. */
export function profileName(profile: ProfileDto): string {
  switch (profile.name) {
    case "me":
      return t("settings.profileOwn");
    case "demo":
      return t("settings.profileDemo");
    case "demo-city":
      return t("settings.profileDemoCity");
    default:
      return profile.name;
  }
}

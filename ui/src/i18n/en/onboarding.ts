export const onboarding = {
  "onboarding.title": "Choose where you drive",
  "onboarding.promise": "Maps and memories stay on this computer. Nothing is sent anywhere.",
  "onboarding.demoTitle": "Try the demo",
  "onboarding.demoText":
    "Monaco and a made city, with two weeks of sample trips. Ready in under a minute; removed in one click.",
  "onboarding.demoAction": "Open the demo",
  "onboarding.emptyTitle": "Start empty",
  "onboarding.emptyText": "The map of Monaco and no memories. Bring your own region in whenever you like.",
  "onboarding.emptyAction": "Start empty",
  "onboarding.learning": "Learn from my trips",
  "onboarding.on": "On",
  "onboarding.off": "Off",
  "onboarding.learningText":
    "When on, Laolu notes which road you took and asks before it uses a habit. Nothing has been written so far.",
  "onboarding.fileText": "Or use your own region: drop an .osm.pbf file here.",
  "onboarding.fileAction": "Choose a file",
  "onboarding.preparing": "Getting the map ready",
  "onboarding.preparingDemo": "Getting the demo ready",
  "onboarding.cancelled": "Stopped. Nothing was left behind.",
};

import type { EntranceDto, WhereDto } from "../bindings";
import type { Client } from "../client";
import { fail, later, type FakeState } from "./index";

/* Where exactly one arrives, and where one could go. */

type Arriving = Pick<Client, "entrance_put" | "entrance_choose" | "entrance_delete" | "places_where" | "memory_show">;

const say = (lang: string, en: string, zh: string): string => (lang === "zh" ? zh : en);

export function fakeEntrances(state: FakeState, show: Client["memory_show"]): Arriving {
  const all = new Map<string, EntranceDto[]>([
    [
      "place-4",
      [
        { id: "entrance-4-1", name: "Rue Grimaldi", point: { lon: 7.4251, lat: 43.7316 }, chosen: 1, routed: false },
        { id: "entrance-4-2", name: "Parking −2", point: { lon: 7.4242, lat: 43.7307 }, chosen: 1, routed: false },
      ],
    ],
  ]);
  const placeOf = (id: string): string => `place-${id.split("-")[1]}`;
  const change = (place: string, run: (list: EntranceDto[]) => EntranceDto[]): void => {
    const list = run(all.get(place) ?? []);
    // Chosen twice at least, and most lately of those: the last in the list here.
    const routed = list.filter((one) => one.chosen >= 2).at(-1)?.id;
    all.set(place, list.map((one) => ({ ...one, routed: one.id === routed })));
  };
  const full: Client["memory_show"] = async (id, lang) => ({ ...(await show(id, lang)), entrances: all.get(id) ?? [] });
  const had = (id: string): EntranceDto => (all.get(placeOf(id)) ?? []).find((one) => one.id === id) ?? fail("no_such_memory");
  return {
    memory_show: full,
    entrance_put: async ({ place, id, name, point }, lang) => {
      const of = id === null ? place : placeOf(id);
      if (id === null) {
        if (!point || !name) fail("bad_request", { field: point ? "name" : "point" });
        const next = Math.max(0, ...(all.get(of) ?? []).map((one) => Number(one.id.split("-")[2]))) + 1;
        change(of, (list) => [...list, { id: `entrance-${of.split("-")[1]}-${next}`, name: name ?? "", point: point!, chosen: 0, routed: false }]);
      } else {
        had(id);
        change(of, (list) => list.map((one) => (one.id === id ? { ...one, name: name ?? one.name, point: point ?? one.point } : one)));
      }
      return full(of, lang);
    },
    entrance_choose: async (id, lang) => {
      const { chosen } = had(id);
      change(placeOf(id), (list) => list.map((one) => (one.id === id ? { ...one, chosen: chosen + 1 } : one)));
      return full(placeOf(id), lang);
    },
    entrance_delete: async (id, lang) => {
      had(id);
      change(placeOf(id), (list) => list.filter((one) => one.id !== id));
      return full(placeOf(id), lang);
    },
    places_where: ({ utterance, lang }) =>
      later(state, (): WhereDto => {
        if (!/\bdog|狗/i.test(utterance)) return { needs: [], seeks: false, places: [], memories: [], text: say(lang, "It does not say what the place has to allow.", "这句话没说那个地方要允许什么。") };
        const place = (label: string, kind: string, lon: number, lat: number, tag: string, preferred: boolean) => ({
          place: { label, detail: "Monaco", kind, point: { lon, lat }, source: "map", memory: null, distance_m: 2400 },
          tag,
          preferred,
        });
        return {
          needs: ["dog"],
          seeks: /where|place|spot|地方|哪/i.test(utterance),
          places: [place("Parc Princesse Antoinette", "leisure=park", 7.4136, 43.7339, "dog=leashed", true), place("Café de la Plage", "amenity=cafe", 7.4361, 43.7462, "dog=yes", false)],
          memories: [{ id: "stmt-3", text: say(lang, "The dog likes parks with shade", "狗喜欢有树荫的公园") }],
          text: say(lang, "2 places where dogs may come along; because you said “The dog likes parks with shade”.", "2 个能带狗去的地方；因为你说过「狗喜欢有树荫的公园」。"),
        };
      }),
  };
}

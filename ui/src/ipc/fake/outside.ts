import type { ProviderDto, ProviderPlanDto, TrackDriveDto, TrackDto } from "../bindings";
import type { Client } from "../client";
import { fail, later, type FakeState } from "./index";
import { GRANDE, MOYENNE, SEASIDE, type Line } from "./lines";
import { plan } from "./planning";
import { NOW } from "./status";

/* What comes from outside the program: a recorded track, and services on the network. */

type OutsideCommands = Pick<Client, "track_match" | "provider_list" | "provider_set" | "provider_plan">;

function drive(line: Line, roads: [string, number, number, boolean][], startedAt: number): TrackDriveDto {
  const cut = Math.floor((line.length - 1) / roads.length);
  const part = (index: number) => ({ from_point: index * cut, to_point: index === roads.length - 1 ? line.length - 1 : (index + 1) * cut });
  const sure = (confidence: number, bridged: boolean) =>
    bridged ? "bridged" : confidence >= 0.9 ? "sure" : confidence >= 0.6 ? "likely" : "unsure";
  const distance_m = roads.reduce((sum, [, metres]) => sum + metres, 0);
  return {
    distance_m,
    started_at: startedAt,
    ended_at: startedAt + Math.round(distance_m / 9),
    stretches: roads.map(([road, metres, confidence, bridged], index) => ({ road, distance_m: metres, confidence, bridged, ...part(index) })),
    sections: roads.map(([, metres, confidence, bridged], index) => ({ sure: sure(confidence, bridged), distance_m: metres, ...part(index) })),
    line: { type: "LineString", coordinates: line },
  };
}

function trackOf(path: string): TrackDto {
  return {
    file: path.split("/").pop() ?? path,
    region: "Monaco and the Corniches",
    drives: [
      drive(SEASIDE, [["Avenue Pierre Weck", 420, 1, false], ["M 6098", 3100, 0.97, false], ["Tunnel Louis II", 900, 0.8, true], ["", 180, 0.55, false], ["Avenue Princesse Grace", 1900, 0.78, false]], NOW - 90_000),
      drive(GRANDE, [["Grande Corniche", 5200, 0.99, false], ["Route de la Turbie", 1400, 0.93, false]], NOW - 80_000),
    ],
    noise_m: 6.4,
    fixes: 1482,
    off_road: 37,
    left_out: 4,
    timed: true,
    rests: [{ before: 1, fixes: 37, started_at: NOW - 85_000, distance_m: 640, line: { type: "LineString", coordinates: [SEASIDE.at(-1)!, GRANDE[0]!] } }],
  };
}

const service = (id: string, name: string, usual_address: string, more: Partial<ProviderDto> = {}): ProviderDto => ({
  id, name, usual_address, enabled: false, address: "", needs_key: "none", has_key: false, datum: "wgs84", timeout_s: 15, sends: ["features"], features: ["motorway", "toll", "ferry"], ...more,
});

export function fakeOutside(state: FakeState): OutsideCommands {
  let services = [
    service("osrm", "OSRM", "http://127.0.0.1:5000"),
    service("valhalla", "Valhalla", "http://127.0.0.1:8002", { sends: ["departure", "features", "areas", "sections", "vehicle"] }),
    service("graphhopper", "GraphHopper", "http://127.0.0.1:8989", { needs_key: "optional", sends: ["features", "areas", "key"] }),
    service("amap", "高德 Amap", "https://restapi.amap.com", { needs_key: "required", datum: "gcj02", sends: ["features", "areas", "roads", "key"] }),
  ];
  return {
    track_match: ({ path }) =>
      later(state, () => {
        if (state.status.regions.length === 0) fail("no_region");
        const why = new URLSearchParams(typeof location === "undefined" ? "" : location.search).get("badtrack");
        if (why) fail("bad_file", { why, file: path.split("/").pop() ?? path });
        return trackOf(path);
      }),
    provider_list: () => later(state, () => services),
    provider_set: ({ id, enabled, address, key, datum, timeout_s }) =>
      later(state, () => {
        if (address && !/^https?:\/\/[^/?#@]+/.test(address)) fail("bad_request", { field: "address" });
        services = services.map((each) =>
          each.id !== id
            ? each
            : {
                ...each,
                enabled: enabled ?? each.enabled,
                address: address ?? each.address,
                has_key: key === null ? each.has_key : key !== "",
                datum: datum ?? each.datum,
                timeout_s: timeout_s ?? each.timeout_s,
              },
        );
        return services;
      }),
    provider_plan: (id, request) =>
      later(state, (): ProviderPlanDto => {
        const provider = services.find((each) => each.id === id && each.enabled) ?? fail("network", { why: "off", provider: id });
        const why = new URLSearchParams(typeof location === "undefined" ? "" : location.search).get("badservice");
        if (why) fail("network", { why, provider: id });
        const number = state.status.network_requests + 1;
        const sent = { number, at: NOW, host: new URL(provider.address || provider.usual_address).host, purpose: "route", outcome: "ok" };
        state.status = { ...state.status, network_requests: number, network_last: [sent, ...state.status.network_last] };
        const own = plan(request);
        const ours = own.routes[0]!;
        const theirs = { ...ours, id: `${id}-1`, label: "Moyenne Corniche", duration_s: ours.duration_s - 130, distance_m: ours.distance_m + 900, geometry: { type: "LineString" as const, coordinates: MOYENNE }, differs: [] };
        const said = request.lang === "zh" ? `${provider.name}说走 Moyenne Corniche，23 分钟；有 1 条要求没法告诉它。` : `${provider.name} says Moyenne Corniche, 23 min; one wish could not be told to it.`;
        return {
          provider,
          plan: { ...own, plan_id: `plan-${id}`, routes: [theirs], human_readable_reason: said, set_aside: null, offer: null },
          routes: [{ id: theirs.id, name: "D 6007", known: 0.98, same_as_ours: false, can_be_driven: true }],
          wishes: own.reasons.map((reason, index) => ({
            reason: reason.id,
            text: reason.text,
            asked: index === 0,
            how: index === 0 ? "as_is" : "prefer",
            note: index === 0 ? (request.lang === "zh" ? `告诉了${provider.name}` : `${provider.name} was told`) : request.lang === "zh" ? `没法告诉${provider.name}：它只懂避开，不懂多走` : `${provider.name} could not be told: it can avoid, not prefer`,
            metres: index === 0 ? 0 : 1300,
            kept: index === 0,
            price_s: reason.delta_s,
          })),
          ours,
        };
      }),
  };
}

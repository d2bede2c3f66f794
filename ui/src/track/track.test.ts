import { describe, expect, it } from "vitest";
import type { TrackDto } from "../ipc/bindings";
import { AppError } from "../ipc/errors";
import type { Position } from "../map/features";
import { lengths, sureOf, trackLines } from "./lines";
import { isTrack, Track } from "./track.svelte";

const LINE: Position[] = [[7.4, 43.7], [7.41, 43.7], [7.42, 43.7], [7.43, 43.7]];

function found(): TrackDto {
  return {
    file: "drive.gpx",
    region: "Monaco",
    fixes: 40,
    noise_m: 6,
    off_road: 3,
    left_out: 1,
    timed: true,
    drives: [
      {
        distance_m: 2400,
        started_at: 1_770_000_000,
        ended_at: 1_770_000_600,
        stretches: [],
        sections: [
          { sure: "sure", distance_m: 800, from_point: 0, to_point: 1 },
          { sure: "bridged", distance_m: 800, from_point: 1, to_point: 2 },
          { sure: "of another version", distance_m: 800, from_point: 2, to_point: 3 },
        ],
        line: { type: "LineString", coordinates: LINE },
      },
    ],
    rests: [{ before: 0, fixes: 3, started_at: null, distance_m: 90, line: { type: "LineString", coordinates: LINE.slice(0, 2) } }],
  };
}

describe("the roads driven on the map", () => {
  it("each part is drawn as sure as it is, and joins the next", () => {
    const drawn = trackLines(found(), null).features.map((f) => [f.properties.sure, f.geometry.coordinates.length]);
    expect(drawn).toEqual([["rest", 2], ["sure", 2], ["bridged", 2], ["unsure", 2]]);
  });

  it("what is pointed at lies on top, and nothing is drawn without a track", () => {
    expect(trackLines(found(), LINE).features.at(-1)?.properties.sure).toBe("lit");
    expect(trackLines(null, LINE).features).toEqual([]);
  });

  it("the legend tells how many metres of each", () => {
    expect(lengths(found())).toEqual([
      { sure: "sure", metres: 800 },
      { sure: "unsure", metres: 800 },
      { sure: "bridged", metres: 800 },
    ]);
  });

  it.each([
    [1, false, "sure"],
    [0.9, false, "sure"],
    [0.89, false, "likely"],
    [0.5, false, "unsure"],
    [1, true, "bridged"],
  ])("%d, bridged %o, is %s", (confidence, bridged, sure) => {
    expect(sureOf(confidence, bridged)).toBe(sure);
  });
});

describe("looking at a track", () => {
  it.each([
    ["/rides/drive.gpx", true],
    ["C:\\tracks\\DRIVE.GPX", true],
    ["/maps/monaco.osm.pbf", false],
    ["/rides/drive.gpx.zip", false],
  ])("%s is a track: %o", (path, is) => {
    expect(isTrack(path)).toBe(is);
  });

  function looking() {
    const asked: string[] = [];
    const answers: ((answer: TrackDto | Error) => void)[] = [];
    let job = 0;
    const client = {
      track_match: ({ path }: { path: string }, id: string) => {
        asked.push(`match ${path} ${id}`);
        return new Promise<TrackDto>((resolve, reject) => {
          answers.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
        });
      },
      pick_track: async () => "/x/picked.gpx",
      job_cancel: async (id: string) => {
        asked.push(`cancel ${id}`);
        return null;
      },
    };
    return { track: new Track(() => client, () => `job-${++job}`), asked, answers };
  }

  it("a newer file takes the older one's place, whichever answers first", async () => {
    const { track, asked, answers } = looking();
    const first = track.show("/x/one.gpx");
    const second = track.show("/x/two.gpx");
    answers[1]!(found());
    await second;
    answers[0]!({ ...found(), file: "one.gpx" });
    await first;
    expect(asked).toEqual(["match /x/one.gpx job-1", "cancel job-1", "match /x/two.gpx job-2"]);
    expect([track.file, track.found?.file, track.running]).toEqual(["two.gpx", "drive.gpx", false]);
  });

  it("an error stays in view with its file; a cancelled one closes", async () => {
    const { track, answers } = looking();
    const failed = track.show("/x/bad.gpx");
    answers[0]!(new AppError({ code: "bad_file", args: { why: "not_gpx", file: "bad.gpx" }, retryable: false, places: [] }));
    await failed;
    expect([track.open, track.error?.args.why]).toEqual([true, "not_gpx"]);
    const stopped = track.show("/x/long.gpx");
    await track.cancel();
    answers[1]!(new AppError({ code: "cancelled", args: {}, retryable: false, places: [] }));
    await stopped;
    expect([track.open, track.error, track.found]).toEqual([false, null, null]);
  });

  it("closing forgets it", async () => {
    const { track, answers } = looking();
    const shown = track.show("/x/one.gpx");
    answers[0]!(found());
    await shown;
    expect(track.open).toBe(true);
    track.close();
    expect([track.open, track.found, track.lit]).toEqual([false, null, null]);
  });
});

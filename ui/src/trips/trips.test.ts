import { describe, expect, it } from "vitest";
import { fakeClient } from "../ipc/fake";
import { Drive } from "./drive.svelte";
import { fileName, isRecording, isTable, Trips } from "./trips.svelte";

describe("what may be a recording", () => {
  it.each([
    ["/a/march.gpx", true, false],
    ["/a/March.GPX", true, false],
    ["/a/log.csv", true, true],
    ["/a/Records.json", true, false],
    ["/a/march.gpx.gz", true, false],
    ["/a/tracks", true, false],
    ["/a/.tracks", true, false],
    ["C:\\tracks\\a.geojson", true, false],
    ["/a/monaco.osm.pbf", false, false],
    ["/a/monaco.osm.gz", false, false],
    ["/a/photo.jpg", false, false],
  ])("%s: recording %s, table %s", (path, recording, table) => {
    expect([isRecording(path), isTable(path)]).toEqual([recording, table]);
  });

  it("a name without its folders", () => {
    expect(["/a/b.gpx", "C:\\a\\b.gpx", "/a/tracks/"].map(fileName)).toEqual(["b.gpx", "b.gpx", "tracks"]);
  });
});

describe("an import", { timeout: 20_000 }, () => {
  function open(): { trips: Trips; client: ReturnType<typeof fakeClient> } {
    const client = fakeClient("?delay=1");
    let n = 0;
    return { client, trips: new Trips(() => client, () => `job-${(n += 1)}`) };
  }

  it("waits for one word, reports file by file, is listed, and the same again brings nothing new", async () => {
    const { trips } = open();
    await trips.load();
    expect([trips.imports?.length, trips.places.length]).toEqual([0, 0]);
    trips.offer(["/t/march.gpx", "/t/poor.gpx", "/t/broken.html"]);
    expect(trips.report).toBeNull();
    await trips.start();
    expect(trips.report?.files.map((file) => [file.trips.length, file.poor, file.text !== ""])).toEqual([[2, 0, false], [1, 1, false], [0, 0, true]]);
    expect([trips.offered.length, trips.places.length]).toEqual([0, 3]);
    await trips.load();
    expect(trips.imports?.map((one) => one.trips)).toEqual([3]);
    trips.offer(["/t/march.gpx"]);
    await trips.start();
    expect([trips.report?.id, trips.report?.known]).toEqual([null, 2]);
    // "2 known already" would be a lie once the import that knew them is taken back.
    await trips.undo(trips.imports?.[0]?.id ?? "");
    expect(trips.report).toBeNull();
  });

  it("taken back, it leaves the report of another one in view", async () => {
    const { trips } = open();
    trips.offer(["/t/march.gpx"]);
    await trips.start();
    const first = trips.report?.id ?? "";
    trips.offer(["/t/april.gpx"]);
    await trips.start();
    await trips.undo(first);
    expect(trips.report?.id).toBe("import-2");
  });

  it("is taken back whole, with its places", async () => {
    const { trips } = open();
    trips.offer(["/t/march.gpx"]);
    await trips.start();
    await trips.undo(trips.report?.id ?? "");
    expect(trips.report).toBeNull();
    await trips.load();
    expect([trips.imports?.length, trips.places.length]).toEqual([0, 0]);
  });

  it("a table whose columns can't be told is asked about, with the guess filled in; another one is not", async () => {
    const { trips } = open();
    trips.offer(["/t/odd.csv"]);
    await trips.start();
    expect([trips.table?.preview.names, trips.report]).toEqual([["when", "y", "x", "speed"], null]);
    await trips.start({ ...trips.table!.preview.guess, columns: ["time", "lat", "lon", "other"] });
    expect([trips.table, trips.report === null]).toEqual([null, false]);
    trips.offer(["/t/log.csv"]);
    await trips.start();
    expect([trips.table, (trips.report as { trips: number } | null)?.trips]).toEqual([null, 2]);
  });

  it("cancelled, it leaves no report and no error", async () => {
    const { trips } = open();
    trips.offer(["/t/march.gpx"]);
    const running = trips.start();
    await new Promise((resolve) => setTimeout(resolve, 150));
    await trips.job.cancel();
    await running;
    expect([trips.report, trips.job.error, trips.offered.length]).toEqual([null, null, 1]);
  });

  it("a place is kept under another name or dismissed for good", async () => {
    const { trips } = open();
    trips.offer(["/t/march.gpx"]);
    await trips.start();
    const [home, work] = trips.places;
    trips.shown = home!.id;
    expect(await trips.answer(home!, true, " Chez nous ")).toBe(true);
    expect([trips.shown, trips.places.map((place) => place.id)]).toEqual([null, ["spot-2", "spot-3"]]);
    await trips.answer(work!, false, "");
    await trips.load();
    expect(trips.places.map((place) => place.id)).toEqual(["spot-3"]);
  });
});

describe("a simulated drive", { timeout: 20_000 }, () => {
  it("is handed in at its end, and not when it was stopped before", async () => {
    const client = fakeClient("?delay=1");
    const drive = new Drive(() => client, 1);
    await drive.start("plan-1", "route-1");
    expect([drive.running, drive.at !== null]).toEqual([true, true]);
    drive.stop();
    expect([drive.running, drive.driven, await client.trip_imports()]).toEqual([false, [], []]);
    await drive.start("plan-1", "route-1");
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect([drive.running, drive.writing, drive.at]).toEqual([false, false, null]);
    expect((await client.trip_imports()).map((one) => one.source)).toEqual(["recorder"]);
  });
});

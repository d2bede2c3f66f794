import { connect, type Client, type Host } from "./ipc/client";
import type { LangDto, NoticedDto, StatusDto, ThemeDto } from "./ipc/bindings";
import { AppError } from "./ipc/errors";
import { markStale, onStale } from "./ipc/tags";
import { errorWords } from "./i18n/errorWords";
import { locale } from "./i18n/index.svelte";

export type Tab = "plan" | "memory" | "regions";
/** What can be looked at under the lid, in the place of the memories. */
export type Inside = "month" | "trips" | "traces" | "insights" | "ageing" | "stream" | "figures" | "sandbox";

/** What the whole window shares: the way to the program, the program's state, and which place is open. */
class App {
  status = $state.raw<StatusDto | null>(null);
  /** Why the program could not be reached at all. */
  fatal = $state.raw<AppError | null>(null);
  tab = $state<Tab>("plan");
  /** Memory the memory page should open; the page clears it once it has. */
  memoryToOpen = $state<string | null>(null);
  /** Words the memory page should search for; the page clears them once it does. */
  memoryToFind = $state<string | null>(null);
  /** What the memory place shows instead of the table. */
  inside = $state<Inside | null>(null);
  /** Trace the page should show; the page clears it once it does. */
  traceToOpen = $state<string | null>(null);
  /** What was noticed that the page of the stream should show; the page clears it once it does. */
  noticedToFind = $state.raw<NoticedDto | null>(null);
  /** Counts up when the map's tiles changed. */
  tilesVersion = $state(0);
  /** Whether dark colours are showing, by the setting or by the desktop. */
  dark = $state(false);

  #ipc: { client: Client; host: Host } | null = null;

  get client(): Client {
    if (!this.#ipc) throw new AppError({ code: "internal", args: {}, retryable: true, places: [] });
    return this.#ipc.client;
  }

  get host(): Host {
    if (!this.#ipc) throw new AppError({ code: "internal", args: {}, retryable: true, places: [] });
    return this.#ipc.host;
  }

  get lang(): LangDto {
    return locale.lang;
  }

  async start(): Promise<void> {
    this.#ipc = await connect();
    const desktopDark = matchMedia("(prefers-color-scheme: dark)");
    desktopDark.addEventListener("change", () => this.#applyTheme());
    this.host.onStatus((status) => {
      this.take(status);
      markStale(["Plan", "Memories", "Questions"]);
    });
    this.host.onRegion(() => {
      this.tilesVersion += 1;
      markStale(["Regions", "Status", "Plan"]);
    });
    onStale(["Status", "Regions"], () => void this.refresh());
    await this.refresh();
  }

  async refresh(): Promise<void> {
    try {
      this.take(await this.client.status());
      this.fatal = null;
    } catch (reason) {
      if (!this.status) this.fatal = AppError.from(reason);
      // The person's language is among what can't be read: the desktop's will do.
      if (this.fatal) this.#speak(navigator.language.startsWith("zh") ? "zh" : "en");
    }
  }

  /** Opens a locked memory. */
  async unlock(passphrase: string, remember: boolean): Promise<void> {
    this.take(await this.client.unlock({ current: passphrase, passphrase: "", remember }));
    this.fatal = null;
    markStale(["Plan", "Memories", "Questions", "Providers"]);
  }

  #speak(lang: LangDto): void {
    locale.lang = lang;
    document.documentElement.lang = lang === "zh" ? "zh-CN" : "en";
  }

  /** Takes over a fresh status: language and colours follow it at once. */
  take(status: StatusDto): void {
    const regions = (s: StatusDto | null) => s?.regions.map((region) => region.id + region.imported_at).join() ?? "";
    if (this.status && regions(this.status) !== regions(status)) this.tilesVersion += 1;
    this.status = status;
    this.#speak(status.settings.lang);
    this.#applyTheme();
  }

  openMemory(id: string): void {
    this.memoryToOpen = id;
    this.inside = null;
    this.tab = "memory";
  }

  findMemories(words: string): void {
    this.memoryToFind = words;
    this.inside = null;
    this.tab = "memory";
  }

  /** Opens the trace of an answer, by its id or its plan's. */
  openTrace(id: string): void {
    this.traceToOpen = id;
    this.look("traces");
  }

  /** Opens the stream at one thing that was noticed. */
  openNoticed(seen: NoticedDto): void {
    this.noticedToFind = seen;
    this.look("stream");
  }

  look(inside: Inside): void {
    this.inside = inside;
    this.tab = "memory";
  }

  #applyTheme(): void {
    const theme: ThemeDto = this.status?.settings.theme ?? "system";
    this.dark = theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }
}

export const app = new App();

/** An error in one breath: what happened and the next step. Where there is room, `errorWords` also says why. */
export function errorText(error: AppError): string {
  const { what, next } = errorWords(error);
  return locale.lang === "zh" ? what + next : `${what} ${next}`;
}

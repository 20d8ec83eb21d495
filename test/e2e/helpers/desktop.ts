// One desktop in Chromium, worked as a clerk works it: by keyboard and by what the screen says.
import type { BrowserContext, Page } from "playwright";
import { feedSettledHere } from "../../helpers/feed.ts";
import { lot } from "../../helpers/lot.ts";
import { HANGS_MS } from "../../helpers/process/wait.ts";
import type { TcpProxy } from "../../replica/helpers/tcp-proxy.ts";

/** What Chromium itself writes about each request that fails or is refused: the app says these to the clerk. */
const LINE_FAILED = /^Failed to load resource|net::ERR_/;

export class Desktop {
  readonly line: TcpProxy;
  readonly #context: BrowserContext;
  readonly #keepsFiles: boolean;
  #page: Page | null = null;
  /** What the browser's console complained about, but for lines that are cut: the environment looks that it stays empty. */
  readonly complaints: string[] = [];

  /** @param keepsFiles Whether its browser has a service worker: only then may its line be cut. */
  constructor(context: BrowserContext, line: TcpProxy, keepsFiles = true) {
    this.#context = context;
    this.line = line;
    this.#keepsFiles = keepsFiles;
  }

  get page(): Page {
    if (!this.#page) throw new Error("This desktop is shut");
    return this.#page;
  }

  /** Starts the app: a new window of the same profile. */
  async open(): Promise<void> {
    const page = await this.#context.newPage();
    page.setDefaultTimeout(HANGS_MS);
    page.on("pageerror", (error) => this.complaints.push(String(error)));
    page.on("console", (message) => {
      if (message.type() !== "error" || LINE_FAILED.test(message.text())) return;
      this.complaints.push(message.text());
    });
    this.#page = page;
    await page.goto(this.line.url, { waitUntil: "domcontentloaded" });
  }

  /** Ends the app and starts it again, as after a power cut. */
  async restart(): Promise<void> {
    await this.#page?.close();
    await this.open();
  }

  /** @throws Error when the desktop was opened with `keepsFiles: false` */
  cut(how: "refuse" | "swallow" = "refuse"): void {
    if (!this.#keepsFiles) throw new Error("A desktop with keepsFiles: false can't go on with its line cut");
    this.line.set(how);
  }

  mend(): void {
    this.line.set("pass");
  }

  /** Signs in on-line, until the counter can be used and the app's own files are kept. */
  async signIn(username: string, password = `${username}-secret`): Promise<void> {
    await this.enter(username, password);
    await this.filled();
  }

  /** Signs in on-line, until the counter is shown. */
  async enter(username: string, password = `${username}-secret`): Promise<void> {
    const { page } = this;
    await page.getByLabel("Company").fill("office");
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await this.counterReady();
  }

  /** Opens what is on this computer with the password alone. */
  async unlock(password: string): Promise<void> {
    await this.page.getByText("Welcome back").waitFor();
    await this.page.getByLabel("Password", { exact: true }).fill(password);
    await this.page.keyboard.press("Enter");
    await this.counterReady();
  }

  /** The counter; of those who begin elsewhere and have none, that. */
  private async counterReady(): Promise<void> {
    const { page } = this;
    // A password is stretched, a key made, the first lists read: on a busy machine that takes its time.
    await page.getByRole("heading", { level: 1, name: /./ }).and(page.locator("main *")).first().waitFor();
    const counter = page.getByRole("heading", { name: "Counter", exact: true });
    if ((await counter.count()) > 0 || !(await this.hasCounter())) return;
    await page.goto(`${this.line.url}/#/counter`);
    await counter.waitFor();
  }

  private async hasCounter(): Promise<boolean> {
    const entry = this.page.locator(`nav a[href="#/counter"]`);
    return (await entry.count()) > 0;
  }

  /** The navigation, with the places of whoever is signed in. */
  async navigation() {
    const navigation = this.page.getByRole("navigation", { name: "Main navigation" });
    await navigation.getByRole("link").first().waitFor();
    return navigation;
  }

  /** Goes to a tab by its place, as by mouse. */
  async toTab(place: string | RegExp, tab: string): Promise<void> {
    await (await this.navigation()).getByRole("link", { name: place }).click();
    const tabs = this.page.getByRole("navigation", { name: /^Tabs of/ });
    await tabs.getByRole("link", { name: tab, exact: true }).click();
  }

  /** What the header says about the line. */
  get connection() {
    return this.page.getByTestId("connection");
  }

  /**
   * Waits until everything is handed in, and until a round of sync that begins now has read what is done by now.
   * That the header says "Online" does not say so: what somebody else just wrote may not have been announced yet.
   */
  async inSync(): Promise<void> {
    const online = this.connection.filter({ hasText: /^Online$/ });
    await online.waitFor();
    await feedSettledHere();
    const now = new Date().toISOString();
    await this.page.evaluate(() => dispatchEvent(new Event("online")));
    const pill = await this.connection.elementHandle();
    await this.page.waitForFunction(
      ({ pill, now }) => (pill?.getAttribute("data-in-step-since") ?? "") >= now,
      { pill, now },
    );
    await online.waitFor();
  }

  /** Waits for the end of the first filling of this computer: the first round of sync that read everything. */
  private async filled(): Promise<void> {
    await this.connection.and(this.page.locator("[data-in-step-since]")).waitFor();
    await this.page.getByText("Filling this computer").waitFor({ state: "detached" });
    if (this.#keepsFiles) await this.filesKept();
  }

  /**
   * Waits until the app's own files are kept and answer this page, too: from then on parts of it come with the line cut. A
   * worker that is `ready` may not have taken over the page that registered it.
   */
  async filesKept(): Promise<void> {
    await this.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  }

  /** What a clerk does: a few letters, Enter, Enter. Answers the receipt's text. The dialog stays open. */
  async recharge(letters: string): Promise<string> {
    const { page } = this;
    // Not everybody lands there.
    await page.evaluate(() => {
      if (!/^#\/counter/.test(location.hash)) location.hash = "#/counter";
    });
    await page.getByRole("combobox", { name: /Search by name/ }).focus();
    await page.keyboard.type(letters);
    await page.getByText("1 found").waitFor();
    await page.keyboard.press("Enter");
    await this.armed();
    await page.keyboard.press("Enter");
    const receipt = page.getByRole("region", { name: /^Receipt / });
    await receipt.waitFor();
    return receipt.innerText();
  }

  /** As on a slow disk nothing is written down until what this answers is called: it is held where it is sealed. */
  async holdWrites(): Promise<() => Promise<void>> {
    const { page } = this;
    await page.evaluate(() => {
      const real = crypto.subtle.encrypt.bind(crypto.subtle);
      const held = new Promise<void>((release) => Object.assign(window, { letWrite: release }));
      crypto.subtle.encrypt = async (...what) => {
        await held;
        return real(...what);
      };
    });
    return () => page.evaluate(() => (window as never as { letWrite(): void }).letWrite());
  }

  /** Waits until what the topmost dialog says has been on screen long enough for an Enter to count. */
  async armed(): Promise<void> {
    await this.page.locator("[role=dialog]:not([data-closed])").last().locator("[data-armed]").waitFor();
  }

  /** N on the receipt: back to the search box, ready for the next customer, without paper. */
  async next(): Promise<void> {
    await this.armed();
    await this.page.keyboard.press("n");
    await this.page.getByRole("dialog").waitFor({ state: "detached" });
    await this.page.getByText("What this will do").waitFor({ state: "detached" });
  }

  /** Keeps a picture of the screen for whoever wants to see how it looks: at night, for it costs a third of a second. */
  async picture(name: string): Promise<void> {
    if (lot(false, true)) await this.photograph(name);
  }

  /** Keeps a picture of the screen in .build/e2e, of a test that failed. */
  async photograph(name: string): Promise<void> {
    await this.#page?.screenshot({ path: `.build/e2e/${name}.png` });
  }

  async close(): Promise<void> {
    await this.#context.close();
    await this.line.close();
  }
}

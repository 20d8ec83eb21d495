// One desktop in Chromium, worked as a clerk works it: by keyboard and by what the screen says.
import type { BrowserContext, Page } from "playwright-core";
import type { TcpProxy } from "../../replica/helpers/tcp-proxy.ts";

export class Desktop {
  readonly line: TcpProxy;
  readonly #context: BrowserContext;
  #page: Page | null = null;
  /** What the browser's console complained about: a test looks that it stays empty. */
  readonly complaints: string[] = [];

  constructor(context: BrowserContext, line: TcpProxy) {
    this.#context = context;
    this.line = line;
  }

  get page(): Page {
    if (!this.#page) throw new Error("This desktop is shut");
    return this.#page;
  }

  /** Starts the app: a new window of the same profile. */
  async open(): Promise<void> {
    const page = await this.#context.newPage();
    page.on("pageerror", (error) => this.complaints.push(String(error)));
    this.#page = page;
    await page.goto(this.line.url, { waitUntil: "domcontentloaded" });
  }

  /** Ends the app and starts it again, as after a power cut. */
  async restart(): Promise<void> {
    await this.#page?.close();
    await this.open();
  }

  cut(how: "refuse" | "swallow" = "refuse"): void {
    this.line.set(how);
  }

  mend(): void {
    this.line.set("pass");
  }

  async signIn(username: string, password = `${username}-secret`): Promise<void> {
    const { page } = this;
    await page.getByLabel("Provider").fill("office");
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
  }

  async unlock(password: string): Promise<void> {
    await this.page.getByLabel("Password", { exact: true }).fill(password);
    await this.page.keyboard.press("Enter");
  }

  async close(): Promise<void> {
    await this.#context.close();
    await this.line.close();
  }
}

// A desktop's stream, opened by the desktop's own code and opened again as it does.
import { Client } from "../../../renderer/kernel/connection/client.ts";
import { createFeed, type Feed, REOPEN_MS } from "../../../renderer/kernel/replica/connection/feed.ts";

export class Listener {
  readonly #feed: Feed;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOpen = false;
  /** When the stream that is open brought its first change; null: not yet. */
  #heard: number | null = null;
  /** How often it ended. */
  ends = 0;

  constructor(url: string, token: string) {
    const client = new Client({ server: () => url, token: () => token });
    const again = () => {
      this.ends += 1;
      this.#isOpen = false;
      this.#heard = null;
      this.#timer = setTimeout(() => this.#feed.open(), REOPEN_MS);
    };
    this.#feed = createFeed(client, {
      onOpen: () => {
        this.#isOpen = true;
      },
      onChange: () => {
        this.#heard ??= performance.now();
      },
      onAlive: () => undefined,
      onEnd: again,
      onSilence: again,
    });
    this.#feed.open();
  }

  /** Of the stream that is open. */
  get heard(): number | null {
    return this.#isOpen ? this.#heard : null;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#feed.close();
  }
}

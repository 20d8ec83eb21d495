// Keeping the replica in step with the server: what to pull when, and what an answer means for the whole.
import type { CollectionInfo } from "../../../../shared/kernel/sync/wire.ts";
import type { Client } from "../../connection/client.ts";
import type { ConnectionState } from "../../connection/connection.ts";
import { failedWith } from "../../connection/local-failure.ts";
import { type Feed, REOPEN_MS } from "../connection/feed.ts";
import { type ServerConnection, watchConnection } from "../connection/server-connection.ts";
import { observable, until } from "../observable.ts";
import { createAttachmentSender } from "../outbox/attachment-sender.ts";
import type { Confirmer } from "../outbox/confirm.ts";
import type { Outbox } from "../outbox/outbox.ts";
import { changedBy } from "../outbox/scope.ts";
import { createSender, inTurns, type Sender } from "../outbox/sender.ts";
import { Overtaken } from "../overtaken.ts";
import { revokeAndWipe } from "../revoke-and-wipe.ts";
import { followEpoch } from "./epoch.ts";
import { listening } from "./listening.ts";
import { behind, News } from "./news.ts";
import type { Puller } from "./pull.ts";
import { pullAll } from "./pull-all.ts";
import { isProblem, isUnknown } from "./refusals.ts";
import type { SyncOptions } from "./sync-options.ts";
import { Troubles } from "./troubles.ts";

/** Everything is checked this often even when the feed says nothing. */
const RECHECK_MS = 120_000;
/** How long the first check waits for the feed to stand, so that it is not done twice. */
const FEED_GRACE_MS = 1500;
const RETRY_MS = 5000;
/** A round that brought more than this belongs to a storm (a month-end batch): the next one waits, and takes more at once. */
const STORM_DOCUMENTS = 300;
const STORM_PAUSE_MS = 2000;

export class Sync {
  readonly #options: SyncOptions;
  readonly #client: Client;
  readonly #puller: Puller;
  readonly #outbox: Outbox;
  readonly #confirmer: Confirmer;
  readonly #sender: Sender;
  readonly #feed: Feed;
  readonly #news = new News();
  readonly #kicks = observable(0);
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #connection: ServerConnection | null = null;
  #offered: CollectionInfo[] | null = null;
  #everything = false;
  #refused = false;
  /** Why nothing may be seen any more. */
  #ended: "revoked" | "ended" | null = null;
  /** App or server is too old for the other. */
  #incompatible = false;
  /** The session is another device's for a moment, or the store is gone: nothing is pulled or pushed. */
  #aside = false;
  #halted = false;
  #clockAhead: number | null = null;
  #restAfterStorm = 0;
  #feedOpened = false;
  #late = false;
  readonly #troubles = new Troubles();
  #lastInSync: string | null;

  constructor(options: SyncOptions, lastInSync: string | null) {
    this.#options = options;
    this.#client = options.client;
    this.#puller = options.puller;
    this.#outbox = options.outbox;
    this.#confirmer = options.confirmer;
    this.#lastInSync = lastInSync;
    this.#sender = this.#makeSender();
    this.#feed = this.#makeFeed();
  }

  #online(): boolean {
    return this.#connection?.state.getSnapshot() === "online";
  }

  #kick(): void {
    this.#kicks.set(this.#kicks.getSnapshot() + 1);
  }

  #stateNow(): ConnectionState {
    if (this.#ended) return this.#ended;
    if (!this.#connection) return "connecting";
    const at = this.#connection.state.getSnapshot();
    if (at === "online" && this.#incompatible) return "incompatible";
    return at === "online" && (this.#refused || !this.#options.signedIn()) ? "signed-out" : at;
  }

  #report(): void {
    this.#options.onState({
      state: this.#stateNow(),
      last_in_sync_at: this.#lastInSync,
      problem: this.#troubles.shown(this.#outbox.unsent + this.#options.attachments.unsent > 0),
      clock_ahead_ms: this.#clockAhead,
      late: this.#late,
    });
  }

  /** Whether the server may be asked now. */
  #may(): boolean {
    return this.#online() && this.#options.signedIn() && !this.#refused && !this.#incompatible;
  }

  #later(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms);
    this.#timers.add(timer);
  }

  /** Looks at everything anew. */
  recheck(): void {
    this.#everything = true;
    this.#kick();
  }

  #onFailure(error: unknown): void {
    if (failedWith(error, "OFFLINE", "TIMEOUT")) {
      this.#troubles.reached(error);
      this.#connection?.suspect();
    }
    // Who has to switch a second factor on does it on signing in anew.
    else if (failedWith(error, "UNAUTHENTICATED") || isProblem(error, "OTP_ENROLMENT_REQUIRED")) {
      this.#refused = true;
      this.#feed.close();
    } else if (failedWith(error, "DEVICE_REVOKED", "MEMBERSHIP_ENDED")) {
      this.#ended = error.code === "DEVICE_REVOKED" ? "revoked" : "ended";
      this.#feed.close();
      this.#kick();
    } else {
      this.#incompatible = failedWith(error, "APP_TOO_OLD", "SERVER_TOO_OLD");
      if (this.#incompatible) this.#feed.close();
      this.#troubles.failed(error);
    }
    this.#report();
  }

  #onHandInFailure(error: unknown): void {
    if (this.#troubles.refused(error)) this.#connection?.suspect();
    else this.#onFailure(error);
    this.#report();
  }

  #makeSender(): Sender {
    const files = createAttachmentSender({
      ...this.#options,
      ready: () => !this.#aside && !this.#halted && this.#ended === null && this.#may(),
      onFailure: (failure) => this.#onHandInFailure(failure),
    });
    const commands = createSender({
      client: this.#client,
      outbox: this.#outbox,
      device_id: this.#options.device_id,
      // Whose right has ended hands in all the same what was made before.
      ready: () => !this.#aside && (this.#may() || (this.#ended !== null && this.#online())),
      lost: () => this.#connection!.lost(),
      onTaken: () => {
        this.#troubles.taken();
        this.#report();
      },
      onFailure: (failure) => {
        if (isUnknown(failure) || isProblem(failure, "DEVICE_MISMATCH")) {
          this.#options.unregistered();
          this.recheck();
        } else this.#onHandInFailure(failure);
      },
      onSettled: (commands) => {
        this.#news.add(commands.flatMap(({ kind }) => changedBy(kind)));
        this.#kick();
      },
    });
    return inTurns(commands, files);
  }

  #makeFeed(): Feed {
    return listening(this.#client, {
      may: () => this.#may() && !this.#ended && !this.#halted,
      onOpen: () => {
        this.#feedOpened = true;
        this.recheck();
      },
      onChange: (event) => {
        this.#news.hear(event);
        this.#kick();
      },
      onAlive: () => this.#connection?.heard(),
      onSuspect: () => this.#connection?.suspect(),
      onEnd: (failure) => this.#onFailure(failure),
      onLate: (late) => {
        this.#late = late;
        this.#feedOpened &&= !late;
        this.#report();
      },
      ask: () => this.recheck(),
    });
  }

  #connectionChanged(): void {
    this.#report();
    if (!this.#online()) {
      this.#feed.close();
      return;
    }
    this.#feedOpened = false;
    this.#incompatible = false;
    this.#feed.open();
    this.#sender.wake();
    this.#later(FEED_GRACE_MS, () => {
      if (!this.#feedOpened) this.recheck();
    });
  }

  /** Asks what this role may see, and forgets at once what it may not see any more. */
  async #ask(signal: AbortSignal): Promise<CollectionInfo[]> {
    await this.#options.registered();
    const now = await this.#client.collections({ signal }).catch((error: unknown): CollectionInfo[] => {
      if (!failedWith(error, "PERMISSION")) throw error;
      return [];
    });
    const names = new Set(now.map(({ name }) => name));
    for (const name of [...this.#puller.heads.keys()]) if (!names.has(name)) await this.#puller.forget(name);
    this.#offered = now;
    await followEpoch(now, this.#options.epoch, () => this.#resend());
    return now;
  }

  async #resend(): Promise<void> {
    await this.#outbox.resend();
    await this.#options.attachments.again(true);
    this.#sender.wake();
  }

  /** The server is older than what is here: nothing of it can be trusted, and everything is asked anew. */
  async #startAfresh(): Promise<void> {
    for (const name of [...this.#puller.heads.keys()]) await this.#puller.forget(name);
    await this.#resend();
  }

  /** Answers whether it got through. */
  async #round(signal: AbortSignal): Promise<boolean> {
    const all = this.#everything || this.#offered === null;
    const heard = this.#news.take();
    this.#everything = false;
    try {
      const begun = new Date().toISOString();
      const infos = all
        ? await this.#ask(signal)
        : await behind(heard, this.#offered ?? [], this.#puller, signal);
      const pulled = await pullAll(infos, this.#options, signal);
      this.#restAfterStorm = pulled > STORM_DOCUMENTS ? performance.now() + STORM_PAUSE_MS : 0;
      // What the feed announced is here, and the feed stands: then everything else is too.
      if (all || this.#feedOpened) this.#lastInSync = begun;
      if (all) await this.#outbox.prune(new Date());
      this.#troubles.passed();
      const again = await this.#confirmer.check(new Set(this.#offered?.map(({ name }) => name)));
      if (again.length > 0) {
        const soon = again.some((name) => !infos.some((info) => info.name === name)) ? 0 : 500;
        this.#later(soon, () => {
          this.#news.add(again);
          this.#kick();
        });
      }
      this.#report();
    } catch (error) {
      if (error instanceof Overtaken) throw error;
      const restored = isProblem(error, "STALE_CHECKPOINT");
      if (restored) await this.#startAfresh();
      const forbidden = restored || failedWith(error, "PERMISSION") || isUnknown(error);
      this.#everything ||= all || forbidden;
      this.#news.add([...heard.names, ...heard.pages.keys()]);
      this.#onFailure(error);
      // What may be seen has changed: ask at once. If it was just asked, that would turn in circles.
      const wait = failedWith(error, "OFFLINE", "TIMEOUT") ? REOPEN_MS : RETRY_MS;
      this.#later(forbidden && !all ? 0 : wait, () => this.#kick());
      return false;
    }
    return true;
  }

  async #follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const seen = this.#kicks.getSnapshot();
      if (this.#ended) {
        this.#sender.wake();
        return revokeAndWipe(this.#ended, this.#options, signal);
      }
      const due = this.#everything || !this.#news.isEmpty();
      const early = this.#restAfterStorm - performance.now();
      if (due && early > 0 && this.#may()) this.#later(early, () => this.#kick());
      else if (due && this.#may() && !this.#aside && !this.#halted) {
        if (await this.#round(AbortSignal.any([signal, this.#connection!.lost()]))) continue;
      }
      await until(this.#kicks, (now) => now !== seen, signal);
    }
  }

  async #attempt(signal: AbortSignal): Promise<void> {
    const call = { signal, timeout_ms: 60_000 };
    const failure: unknown = await this.#client.collections(call).catch((error: unknown) => error);
    // Any answer of the server will do, also a refusal: that is not the connection's fault.
    const unreached = failedWith(failure, "OFFLINE", "TIMEOUT") ? failure : null;
    if (!signal.aborted) this.#troubles.reached(unreached);
    this.#report();
    if (unreached) throw unreached;
  }

  /** Leads until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    this.#connection = watchConnection((attempt) => this.#attempt(attempt));
    this.#connection.state.subscribe(() => this.#connectionChanged());
    this.#report();
    const up = () => {
      this.#connection?.networkChanged(true);
      this.recheck();
    };
    const down = () => this.#connection?.networkChanged(false);
    globalThis.addEventListener?.("online", up);
    globalThis.addEventListener?.("offline", down);
    const recheck = setInterval(() => {
      this.#incompatible = false;
      this.recheck();
    }, RECHECK_MS);
    const stopping = new AbortController();
    const either = AbortSignal.any([signal, stopping.signal]);
    const parts = [this.#sender.run(either), this.#follow(either)];
    try {
      await Promise.all(parts);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      // Neither part may outlive the other: the next leader starts both again.
      stopping.abort();
      await Promise.allSettled(parts);
      clearInterval(recheck);
      for (const timer of this.#timers) clearTimeout(timer);
      globalThis.removeEventListener?.("online", up);
      globalThis.removeEventListener?.("offline", down);
      this.#feed.close();
      this.#connection.stop();
      this.#connection = null;
    }
  }

  /** Try everything now. */
  wake(): void {
    this.#sender.wake();
    if (!this.#online()) this.#connection?.networkChanged(true);
  }

  /** There is another token. */
  tokenChanged(): void {
    this.#refused = false;
    this.#offered = null;
    this.#report();
    this.#feed.open();
    this.#sender.wake();
    this.recheck();
  }

  /** How far this computer's clock is ahead of the server's, in ms. */
  clockIs(ahead_ms: number): void {
    this.#clockAhead = ahead_ms;
    this.#report();
  }

  /** Runs `work`, during which the session is another device's: nothing of this one is pulled or pushed. */
  async cryptoJob(work: () => Promise<void>): Promise<void> {
    this.#aside = true;
    try {
      await work();
    } finally {
      this.#aside = false;
      this.#sender.wake();
      this.#kick();
    }
  }

  /** The store is gone: nothing is pulled any more, what waits is handed in. */
  halt(): void {
    this.#halted = true;
    this.#feed.close();
  }

  /** The computer slept: whatever was open is dead. */
  reconnect(): void {
    this.#connection?.reset();
  }

  /** Bytes arrived from the server. */
  heard(): void {
    this.#connection?.heard();
  }

  /** A call gets no answer for longer than it should. */
  suspect(): void {
    this.#connection?.suspect();
  }
}

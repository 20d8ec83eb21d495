// One person's replica: what screens read from it and send through it, whichever window leads the syncing.
import { newId } from "../../../shared/kernel/id.ts";
import type { Command, PayloadOf } from "../../../shared/kernel/operation.ts";
import type { Client } from "../connection/client.ts";
import type { Connection } from "../connection/connection.ts";
import { failedWith } from "../connection/local-failure.ts";
import { keepStorage } from "../storage.ts";
import type { Profile, ProfileStore } from "./disk/profile.ts";
import type { Arrangement, HowKept, Memory, Query } from "./memory/memory.ts";
import type { ReplicaRecord } from "./memory/replica-record.ts";
import type { Observable } from "./observable.ts";
import type { Attachment } from "./outbox/attachments.ts";
import { handInBeforeWipe, type LeftBehind } from "./outbox/hand-in.ts";
import type { Correction, OutboxState } from "./outbox/outbox.ts";
import type { QueuedCommand } from "./outbox/outbox-store.ts";
import { targetsOf } from "./outbox/scope.ts";
import type { ReplicaOptions, SendOptions } from "./replica-options.ts";
import { openReplicaParts, type ReplicaParts } from "./replica-parts.ts";
import { ReplicaRunner } from "./replica-runner.ts";
import type { Applied, Projection } from "./search/projection.ts";
import type { Progress } from "./state.ts";

/**
 * Opens a replica: the outbox first, then memory from the log in the background (see `progress$`), then the connection.
 * @throws LocalFailure DISK, INSECURE_CONTEXT.
 */
export async function openReplica(options: ReplicaOptions): Promise<Replica> {
  let replica: Replica | null = null;
  const parts = await openReplicaParts(options.database, options.key, options.projections ?? [], {
    onGone: () => replica?.storeGone(),
    onFull: (full) => replica?.diskFull(full),
  });
  replica = new Replica(options, parts);
  return replica;
}

/** Its functions are bound: they may be handed around. */
export class Replica {
  readonly client: Client;
  /** The outbox, settled commands of the last 30 days included. */
  readonly outbox$: Observable<OutboxState>;
  readonly #options: ReplicaOptions;
  readonly #parts: ReplicaParts;
  readonly #runner: ReplicaRunner;
  /** Whether the browser was asked to keep what is here. */
  #isKept = false;

  constructor(options: ReplicaOptions, parts: ReplicaParts) {
    this.#options = options;
    this.#parts = parts;
    this.#runner = new ReplicaRunner(options, parts);
    this.client = this.#runner.client;
    this.outbox$ = parts.outbox.state;
  }

  /** The connection's state, the age of what is here, and how many commands wait or need somebody. */
  get status$(): Observable<Connection> {
    return this.#runner.status;
  }

  /** How far reading from disk, then the first pull, has come. */
  get progress$(): Observable<Progress> {
    return this.#runner.progress;
  }

  /** The session's own sealed values. */
  get profile(): ProfileStore {
    return this.#parts.profile;
  }

  /** A live query. The snapshot is undefined until the first answer, and the same array until it changes. */
  readonly observe = (
    collection: string,
    query: Query = {},
    how: HowKept = "watched",
  ): Observable<readonly ReplicaRecord[] | undefined> => this.#parts.memory.observe(collection, query, how);

  readonly get = (collection: string, id: string): Promise<ReplicaRecord | null> =>
    this.#parts.memory.get(collection, id);

  readonly find = (
    collection: string,
    selector?: Query["selector"],
    sort?: Query["sort"],
    limit?: number,
  ): Promise<ReplicaRecord[]> => this.#parts.memory.find(collection, { selector, sort, limit });

  /** How a query chooses and orders records, for those that only the outbox has. */
  readonly arrangement = (collection: string, query: Query): Arrangement<ReplicaRecord> =>
    this.#parts.memory.arrangement(collection, query);

  /** Reads at once: for names beside references, and for what is offered while somebody types. */
  get records(): Pick<Memory, "peek" | "some"> {
    return this.#parts.memory;
  }

  /** How many records of a collection are here. */
  readonly count = (collection: string): number => this.#parts.memory.count(collection);

  /** What an area keeps of a collection beside its records; the session opens each with the replica. */
  readonly projection = <T extends Applied>(projection: Projection<T>): T =>
    this.#parts.projections.get(projection);

  /**
   * Queues a command (contract §5); when it resolves the command is safe on disk, and visible in `outbox$`.
   * @throws LocalFailure DEVICE_NOT_REGISTERED before the first on-line sign-in; DISK.
   */
  readonly send = async <O extends Command>(
    operation: O,
    payload: PayloadOf<O>,
    { id = newId(), expected = null, targets = [], attachment, occurred_at }: SendOptions = {},
  ): Promise<QueuedCommand> => {
    const { device_id } = this.#runner.registration.device();
    // An operation's input is an object: what the compiler can't see of any operation.
    const members = payload as Readonly<Record<string, unknown>>;
    const { attachments, outbox } = this.#parts;
    const command = {
      id,
      kind: operation.name,
      payload: members,
      expected,
      occurred_at: occurred_at ?? new Date().toISOString(),
      device_id,
      ...(this.#options.user_id ? { author: this.#options.user_id } : {}),
      targets: [...targetsOf(operation, members), ...targets],
    };
    const beside = attachment && (await attachments.prepare(id, device_id, attachment));
    const queue = () => outbox.add(command, beside);
    const queued = await queue().catch(async (error: unknown) => {
      // A full disk: what has arrived at the server makes room for what has not.
      if (!beside || !failedWith(error, "DISK") || !(await attachments.makeRoom())) throw error;
      return queue();
    });
    if (beside) await attachments.changed();
    this.syncNow();
    // From the first thing on that is here alone: who only reads is not asked.
    if (!this.#isKept) {
      this.#isKept = true;
      keepStorage().catch(() => undefined);
    }
    return queued;
  };

  /** Files of commands, as photos are: those that wait, and the last ones that have arrived. */
  get attachments$(): Observable<readonly Attachment[]> {
    return this.#parts.attachments.state;
  }

  /** A file that is on this computer; null where it is not. */
  readonly attachment = (id: string): Promise<Uint8Array<ArrayBuffer> | null> =>
    this.#parts.attachments.bytesOf(id);

  /** Takes a file away that is not wanted any more. */
  readonly discardAttachment = (id: string): Promise<void> => this.#parts.attachments.discard(id);

  /** Hands files in again that the server had refused. */
  readonly retryAttachments = async (): Promise<void> => {
    await this.#parts.attachments.again();
    this.syncNow();
  };

  /** The next receipt number, `<device code>-<sequence>`; never given out twice. */
  readonly nextReceiptNumber = async (): Promise<string> => {
    const { device_code } = this.#runner.registration.device();
    return `${device_code}-${await this.#parts.store.allocate(`receipt:${device_code}`)}`;
  };

  /** All open commands, oldest first. */
  get open$(): Observable<readonly QueuedCommand[]> {
    return this.#parts.outbox.open;
  }

  /** Open commands about a record: waiting, in need of somebody, or applied with the records still on their way. */
  readonly pendingFor = (collection: string, id: string): Observable<readonly QueuedCommand[]> =>
    this.#parts.outbox.pendingFor(collection, id);

  /** Queues a rejected command again, as it was or corrected, as a new command; the old one is dismissed. */
  readonly retry = async (id: string, corrected?: Correction): Promise<QueuedCommand> => {
    const queued = await this.#parts.outbox.retry(id, corrected);
    this.syncNow();
    return queued;
  };

  /** Takes a damaged record (see `outbox$`) off the list; it stays on disk. */
  readonly dismissDamaged = (device_seq: number): Promise<void> =>
    this.#parts.outbox.dismissDamaged(device_seq);

  /** Takes a rejected command or one in suspense off the list. */
  readonly dismiss = (id: string, reason?: string): Promise<void> => this.#parts.outbox.dismiss(id, reason);

  /** Tries the connection, the outbox and everything else at once. */
  readonly syncNow = (): void => this.#runner.wake();

  /** The computer woke up: open connections are dead even where nothing says so. */
  readonly reconnect = (): void => this.#runner.reconnect();

  /** Sets the token of a new sign-in, or removes it. */
  readonly setToken = async (token: string | null): Promise<void> => {
    const { profile } = this.#parts;
    this.#parts.token = token;
    if (token === null) await profile.remove("token");
    else await profile.set("token", token);
    this.#runner.tokenChanged();
  };

  readonly hasToken = (): boolean => this.#parts.token !== null;

  /** Makes this device known to the server, once for every token. @throws LocalFailure DEVICE_REVOKED. */
  readonly register = (): Promise<Profile["device"]> => this.#runner.registration.register();

  /** Hands in what another account of this computer and tenant left behind; answers whether this window may. */
  readonly handInFor = (left: LeftBehind): Promise<boolean> => this.#runner.handInFor(left);

  /** The database was closed from elsewhere: what waits is handed in from memory, then this is over. */
  readonly storeGone = (): void => this.#runner.storeGone();

  /** The disk takes nothing (true), or takes what is written again. */
  readonly diskFull = (full: boolean): void => this.#runner.diskFull(full);

  /**
   * Hands in what waits, as far as the connection lets it.
   * @throws LocalFailure WIPE_REFUSED (with `pending`) when work would be lost, unless `force`.
   */
  readonly readyToWipe = (force: boolean): Promise<void> =>
    force ? Promise.resolve() : handInBeforeWipe(this.#parts, this.#runner.status, this.syncNow);

  /** The person leaves: the other windows let go, too. */
  readonly over = (): void => this.#runner.over();

  readonly close = (): Promise<void> => this.#runner.close();
}

// A copy of the office to practise on: it reads what is here and does everything in memory, at once. It has no outbox on
// disk, no sender, no number of this device and no way to the server: what is done here can't leave, and is gone with it.
import { newId } from "../../../shared/kernel/id.ts";
import type { Command, PayloadOf } from "../../../shared/kernel/operation.ts";
import { LocalFailure } from "../connection/local-failure.ts";
import type { Expected } from "../expected/effects.ts";
import type { Attachment, NewAttachment, Observable, QueuedCommand, Replica } from "../replica/index.ts";
import { profileInMemory } from "../replica/memory/profile.ts";
import { observable } from "../replica/observable.ts";
import { OutboxCommands, type OutboxState } from "../replica/outbox/outbox-commands.ts";
import { type Target, targetsOf } from "../replica/outbox/scope.ts";
import type { Outcome, OutcomeContext, PracticeServer, Practiser } from "./outcomes.ts";
import { PracticeRecords, type Reading } from "./practice-records.ts";

/** What practice takes of the office's replica: doors that only read. */
export type Office = Reading & Pick<Replica, "projection" | "progress$" | "open$" | "outbox$" | "pendingFor">;

/** In the place of the device's id and code: nothing of the kind can come from the server. */
export const DEVICE = { device_id: "practice", device_code: "PRACTICE" };
/** Practice comes after everything that waits here in earnest. */
const FIRST_SEQ = 1e12;

/** Why nothing that needs the server is done. */
function noServer(): never {
  throw new LocalFailure("PRACTICE", "Practice has no server.");
}

/** Two lists that change, as one. */
function both<T>(one: Observable<readonly T[]>, other: Observable<readonly T[]>): Observable<readonly T[]> {
  let seen: readonly [readonly T[], readonly T[], readonly T[]] | null = null;
  const getSnapshot = () => {
    const [a, b] = [one.getSnapshot(), other.getSnapshot()];
    if (b.length === 0) return a;
    if (seen?.[0] !== a || seen[1] !== b) seen = [a, b, a.length === 0 ? b : [...a, ...b]];
    return seen[2];
  };
  return {
    getSnapshot,
    subscribe: (listener) => {
      const tell = () => listener(getSnapshot());
      const undo = [one.subscribe(tell), other.subscribe(tell)];
      return () => {
        for (const end of undo) end();
      };
    },
  };
}

export class PracticeReplica implements Replica {
  readonly client: Replica["client"] = {
    rest: async () => noServer(),
    file: async () => noServer(),
    upload: async () => noServer(),
  };
  /** For as long as practice lasts. Nothing is proven with its device: practice reaches no server. */
  readonly profile = profileInMemory({ device: { ...DEVICE, device_secret: "" } });
  readonly outbox$: Observable<OutboxState>;
  readonly open$: Observable<readonly QueuedCommand[]>;
  readonly attachments$;
  readonly #office: Office;
  readonly #who: Practiser;
  readonly #outcomes: ReadonlyMap<string, Outcome>;
  readonly #records: PracticeRecords;
  readonly #shelf = new OutboxCommands();
  readonly #files = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly #attachments = observable<readonly Attachment[]>([]);
  #seq = FIRST_SEQ;
  #receipts = 0;

  constructor(office: Office, who: Practiser, { outcomes, begin }: PracticeServer) {
    this.#office = office;
    this.#who = who;
    this.#outcomes = new Map(outcomes.map((one) => [one.operation, one]));
    this.#records = new PracticeRecords(office);
    const context = { who, records: this.#records, now: new Date().toISOString(), timezone: who.timezone };
    for (const effects of begin) this.#records.apply(effects(context));
    this.attachments$ = this.#attachments;
    this.open$ = both(office.open$, this.#shelf.open);
    const [here, own] = [office.outbox$, this.#shelf.state];
    const commandsOf = (state: Observable<OutboxState>): Observable<readonly QueuedCommand[]> => ({
      getSnapshot: () => state.getSnapshot().commands,
      subscribe: (listener) => state.subscribe(({ commands }) => listener(commands)),
    });
    const commands = both(commandsOf(here), commandsOf(own));
    let seen: OutboxState | null = null;
    const getSnapshot = () => {
      const all = commands.getSnapshot();
      if (seen?.commands !== all) seen = { commands: all, damaged: [], sealed: 0 };
      return seen;
    };
    this.outbox$ = {
      getSnapshot,
      subscribe: (listener) => commands.subscribe(() => listener(getSnapshot())),
    };
  }

  get progress$() {
    return this.#office.progress$;
  }

  get records() {
    return this.#records;
  }

  readonly observe: Replica["observe"] = (collection, query = {}, how) =>
    this.#records.observe(collection, query, how);
  readonly get: Replica["get"] = (collection, id) => this.#records.get(collection, id);
  readonly find: Replica["find"] = (collection, selector, sort, limit) =>
    this.#records.find(collection, {
      ...(selector ? { selector } : {}),
      ...(sort ? { sort } : {}),
      ...(limit === undefined ? {} : { limit }),
    });
  readonly arrangement: Replica["arrangement"] = (collection, query) =>
    this.#office.arrangement(collection, query);
  readonly count: Replica["count"] = (collection) => this.#records.count(collection);
  readonly projection: Replica["projection"] = (projection) => this.#office.projection(projection);
  readonly pendingFor: Replica["pendingFor"] = (collection, id) =>
    both(this.#office.pendingFor(collection, id), this.#shelf.pendingFor({ collection, id }));

  /** Does a command at once, as the server would be expected to: it is applied when this resolves. */
  readonly send = async <O extends Command>(
    operation: O,
    payload: PayloadOf<O>,
    options: {
      id?: string;
      expected?: unknown;
      targets?: readonly Target[];
      attachment?: NewAttachment;
      occurred_at?: string;
    } = {},
  ): Promise<QueuedCommand> => {
    const { id = newId(), expected = null, targets = [], attachment } = options;
    const now = new Date().toISOString();
    const members = payload as Readonly<Record<string, unknown>>;
    const command: QueuedCommand = {
      id,
      kind: operation.name,
      payload: members,
      expected,
      occurred_at: options.occurred_at ?? now,
      device_id: DEVICE.device_id,
      author: this.#who.user_id,
      targets: [...targetsOf(operation, members), ...targets],
      device_seq: ++this.#seq,
      status: "APPLIED",
      settled_at: now,
    };
    const effects = (expected as Expected | null)?.effects ?? [];
    const outcome = await this.#outcomeOf(operation.name, members, expected, now);
    await this.#records.applyRead([...effects, ...outcome]);
    if (attachment) this.#keep(id, attachment, now);
    this.#shelf.put([command]);
    return command;
  };

  async #outcomeOf(operation: string, payload: object, expected: unknown, now: string) {
    const who = this.#who;
    const context: OutcomeContext = { who, expected, now, timezone: who.timezone, records: this.#records };
    // An outcome is declared with its operation, whose payload this is.
    return this.#outcomes.get(operation)?.effects(payload as never, context) ?? [];
  }

  #keep(id: string, { path, content_type, bytes }: NewAttachment, added_at: string): void {
    this.#files.set(id, bytes);
    const size = bytes.length;
    const kept: Attachment = { id, path, content_type, size, added_at, state: "SENT" };
    this.#attachments.set([...this.#attachments.getSnapshot(), kept]);
  }

  readonly attachment: Replica["attachment"] = async (id) => this.#files.get(id) ?? null;

  readonly discardAttachment: Replica["discardAttachment"] = async (id) => {
    this.#files.delete(id);
    this.#attachments.set(this.#attachments.getSnapshot().filter((one) => one.id !== id));
  };

  /** Never of the device's own: "PRACTICE-1". */
  readonly nextReceiptNumber = async (): Promise<string> => `${DEVICE.device_code}-${++this.#receipts}`;

  // What waits or was refused here in earnest is looked after when practice is over.
  readonly retry: Replica["retry"] = async () => noServer();
  readonly retryAttachments: Replica["retryAttachments"] = async () => noServer();
  readonly dismiss: Replica["dismiss"] = async () => noServer();
  readonly dismissDamaged: Replica["dismissDamaged"] = async () => noServer();
  readonly syncNow: Replica["syncNow"] = () => {};
  readonly reconnect: Replica["reconnect"] = () => {};
}

// Connections: each is one client of the driver for one caller at a time; after a lost connection a client is never used again.
import { AsyncLocalStorage } from "node:async_hooks";
import { markCluster } from "./cluster/on-cluster.ts";
import { runTransaction } from "./one-transaction.ts";
import type { Sql, Tx } from "./sql-types.ts";

/** How long a connection is used, as a rule: what a session holds in memory grows with the statements that it knows. */
const LIFE_MS = 30 * 60_000;

/** Longer than a busy database takes to greet. */
const CONNECT_LIMIT_MS = 10_000;

/** A connection ended while it was in use, or before it could be used. */
export class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";
  readonly code = "CONNECTION_LOST";
  constructor() {
    super("The connection to the database was lost");
  }
}

/** All connections were in use for as long as a caller waits. */
class NoConnection extends Error {
  override readonly name = "NoConnection";
  readonly code = "CONNECTION_WAIT";
  constructor(pool: string) {
    super(`No connection of ${pool} came free`);
  }
}

interface Client {
  sql: Sql;
  /** The client's one connection, on which statements follow each other without waiting. */
  connection: Sql;
  /** Gives that connection back; null until there is one. */
  release: (() => void) | null;
  until: number;
  loss: Loss;
}

/** The end of a connection, for who uses it: one caller at a time. */
class Loss {
  #lost: ConnectionLost | null = null;
  #tell: ((lost: ConnectionLost) => void) | null = null;

  /**
   * What the work comes to, or that the connection was lost before. Afterwards nothing of the work is kept: a promise of the
   * loss, which each work was raced against, kept all of them for as long as the connection lived.
   */
  orDone<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#lost) reject(this.#lost);
      else this.#tell = reject;
      work
        .finally(() => {
          this.#tell = null;
        })
        .then(resolve, reject);
    });
  }

  lose(): void {
    this.#lost = new ConnectionLost();
    this.#tell?.(this.#lost);
  }
}

interface Waiter {
  give(client: Client | Promise<Client>): void;
}

/** What the task that runs now holds; its callees find it without being told. */
interface Holding {
  pool: string;
  /** Results of what was done before this transaction began, by name; null: it can't be restarted. */
  prepared: Map<string, unknown> | null;
  /** How often each name was asked for. */
  asked: Map<string, number>;
}

const holding = new AsyncLocalStorage<Holding>();

/** Tells the transaction's opener what has to be done before it (see `beforehand`). */
class NotPrepared extends Error {
  readonly key: string;
  readonly work: () => Promise<unknown>;
  constructor(key: string, work: () => Promise<unknown>) {
    super(`${key} has to be done before the transaction`);
    this.key = key;
    this.work = work;
  }
}

/**
 * What needs further connections, for a task that may hold one: a task that waited for a second connection while it
 * holds one would wait for ever once all tasks do so. So the task's transaction is given up, the work is done, and the
 * transaction is restarted (`restartable`); this then answers the work's result at once.
 * @param name of what is needed; asked for twice, it is done twice.
 */
export async function beforehand<T>(name: string, work: () => Promise<T>): Promise<T> {
  const held = holding.getStore();
  if (!held) return work();
  const times = (held.asked.get(name) ?? 0) + 1;
  held.asked.set(name, times);
  const key = `${name} ${times}`;
  if (held.prepared?.has(key)) return held.prepared.get(key) as T;
  throw new NotPrepared(key, work);
}

/** Runs `attempt` again each time it finds that something has to be done before it. */
export async function restartable<T>(attempt: (prepared: Map<string, unknown>) => Promise<T>): Promise<T> {
  const prepared = new Map<string, unknown>();
  for (;;) {
    try {
      return await attempt(prepared);
    } catch (error) {
      if (!(error instanceof NotPrepared) || prepared.has(error.key)) throw error;
      prepared.set(error.key, await error.work());
    }
  }
}

export interface PoolFigures {
  used: number;
  idle: number;
  /** Tasks that wait for a connection. */
  waiting: number;
  /** Tasks that waited in vain, since the start. */
  timeouts: number;
  /** Tasks that asked for a second connection, since the start. */
  nested: number;
  /** For how long no connection has been free or given back. */
  stuck_ms: number;
}

export interface PoolOptions {
  /** Of the metrics and messages. */
  name: string;
  /** Connections at most. */
  max: number;
  /** How long a connection is used; left out: half an hour. */
  life_ms?: number;
  /** How long a caller waits for a connection. */
  wait_ms: number;
  /** Whether the connections lead to a cluster. */
  is_cluster?: boolean;
  /** Told when a task asks for a connection while it holds one: a defect of ours. */
  onNested(held: string, wanted: string): void;
  /** Hears whatever a task failed with. */
  onError?(error: unknown): void;
}

/**
 * The driver (postgres.js 3) shares a connection among callers, and does so also in the moment between a connection's
 * loss and its knowing of it. A statement sent then stays in the connection's list, and after the reconnection each
 * caller gets the answer to the statement before theirs. After a failed transaction, too, what other branches of its
 * work still send would run in the next one's. So clients are not shared: a client serves one caller at a time, is thrown away
 * when its connection is lost, and a transaction that has ended takes no more statements.
 */
export class ClientPool {
  readonly #make: (onClose: () => void) => Sql;
  readonly options: PoolOptions;
  readonly #idle: Client[] = [];
  readonly #clients = new Set<Client>();
  readonly #waiting: Waiter[] = [];
  #free_at = performance.now();
  #timeouts = 0;
  #nested = 0;

  /** @param make opens a client with one connection, and says when that was lost. */
  constructor(make: (onClose: () => void) => Sql, options: PoolOptions) {
    this.#make = make;
    this.options = options;
  }

  /** How busy it is just now. */
  get figures(): PoolFigures {
    const full = this.#idle.length === 0 && this.#clients.size >= this.options.max;
    return {
      used: this.#clients.size - this.#idle.length,
      idle: this.#idle.length,
      waiting: this.#waiting.length,
      timeouts: this.#timeouts,
      nested: this.#nested,
      stuck_ms: full ? performance.now() - this.#free_at : 0,
    };
  }

  /**
   * One transaction.
   * @param opening BEGIN, and what is set with it.
   * @throws whatever the work or the database does; it is rolled back then.
   */
  transaction<T>(
    work: (tx: Tx) => Promise<T>,
    opening: string,
    prepared: Map<string, unknown> | null = null,
  ): Promise<T> {
    const begun = this.options.is_cluster ? (tx: Tx) => work(markCluster(tx)) : work;
    return this.use((sql) => runTransaction(sql, opening, begun), prepared);
  }

  /**
   * Lends a client for as long as the work takes.
   * @throws ConnectionLost, NoConnection.
   */
  async use<T>(work: (sql: Sql) => Promise<T>, prepared: Map<string, unknown> | null = null): Promise<T> {
    const held = holding.getStore();
    if (held) {
      this.#nested += 1;
      this.options.onNested(held.pool, this.options.name);
    }
    try {
      return await this.#lend(work, prepared);
    } catch (error) {
      this.options.onError?.(error);
      throw error;
    }
  }

  async #lend<T>(work: (sql: Sql) => Promise<T>, prepared: Map<string, unknown> | null): Promise<T> {
    const client = await this.#take();
    try {
      const done = holding.run({ pool: this.options.name, prepared, asked: new Map() }, () =>
        work(client.connection),
      );
      return await client.loss.orDone(done);
    } finally {
      this.#giveBack(client);
    }
  }

  async end(): Promise<void> {
    await Promise.all([...this.#clients].map(endClient));
  }

  #take(): Client | Promise<Client> {
    const idle = this.#idle.pop();
    const room = this.#clients.size < this.options.max;
    if (idle || room) this.#free_at = performance.now();
    if (idle) return idle;
    return room ? this.#connect() : this.#wait();
  }

  #wait(): Promise<Client> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        this.#timeouts += 1;
        reject(new NoConnection(this.options.name));
      }, this.options.wait_ms);
      const waiter: Waiter = {
        give(client) {
          clearTimeout(late);
          resolve(client);
        },
      };
      this.#waiting.push(waiter);
    });
  }

  /** To the one who has waited longest, else to the idle ones. */
  #giveBack(client: Client): void {
    this.#free_at = performance.now();
    if (client.until < this.#free_at && this.#clients.delete(client)) void endClient(client);
    if (!this.#clients.has(client)) {
      this.#fillRoom();
      return;
    }
    const next = this.#waiting.shift();
    if (next) next.give(client);
    else this.#idle.push(client);
  }

  /** A connection is gone: who waits for one gets a new one. */
  #fillRoom(): void {
    if (this.#clients.size >= this.options.max) return;
    this.#waiting.shift()?.give(this.#connect());
  }

  async #connect(): Promise<Client> {
    const loss = new Loss();
    const sql = this.#make(() => this.#drop(client));
    const client: Client = {
      sql,
      connection: sql,
      release: null,
      loss,
      until: performance.now() + (this.options.life_ms ?? LIFE_MS),
    };
    this.#clients.add(client);
    const late = setTimeout(() => this.#drop(client), CONNECT_LIMIT_MS);
    try {
      await loss.orDone(sql`select 1`);
      const reserved = await sql.reserve();
      client.connection = reserved as Sql;
      client.release = () => reserved.release();
      return client;
    } catch (error) {
      this.#drop(client);
      this.#fillRoom();
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  #drop(client: Client): void {
    if (!this.#clients.delete(client)) return;
    const at = this.#idle.indexOf(client);
    if (at >= 0) this.#idle.splice(at, 1);
    client.loss.lose();
    // Its connection is gone: there is nothing to wait for, and nothing that its end could still fail at.
    client.sql.end({ timeout: 0 }).catch(() => undefined);
  }
}

/** Closes an unused client. */
function endClient({ sql, release }: Client): Promise<void> {
  release?.();
  return sql.end({ timeout: 5 });
}

interface Statement extends PromiseLike<unknown> {
  strings: TemplateStringsArray;
  args: unknown[];
}

function isStatement(value: unknown): value is Statement {
  return value !== null && typeof value === "object" && "strings" in value && "then" in value;
}

/**
 * A driver's `sql` whose statements run on the pool's clients, each on its own. Everything else of it (fragments, values
 * for insert and update, json, listen) is as it was.
 */
export function onPool(sql: Sql, pool: ClientPool): Sql {
  return new Proxy(sql, {
    apply(target, self, args: unknown[]) {
      const made: unknown = Reflect.apply(target as (...args: unknown[]) => unknown, self, args);
      if (!isStatement(made)) return made;
      // Statements are lazy: only one that is waited for is run, a fragment inside another never is.
      let run: Promise<unknown> | null = null;
      const started = () => {
        run ??= pool.use((client) => client(made.strings, ...made.args) as Promise<unknown>);
        return run;
      };
      return Object.assign(made, {
        // biome-ignore lint/suspicious/noThenProperty: it stands in for the statement's own
        then: (done: never, failed: never) => started().then(done, failed),
        catch: (failed: never) => started().catch(failed),
        finally: (after: never) => started().finally(after),
      });
    },
  });
}

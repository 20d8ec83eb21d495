// Connections: each is one client of the driver for one caller at a time; one whose connection was lost is never used again.
import type { Fragment, Sql, Tx } from "./sql-types.ts";

/** Longer than a busy database takes to greet. */
const CONNECT_LIMIT_MS = 10_000;

/** A connection ended while somebody used it, or before it could be used. */
export class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";
  readonly code = "CONNECTION_LOST";
  constructor() {
    super("The connection to the database was lost");
  }
}

interface Client {
  sql: Sql;
  /** Rejects when the connection is lost. */
  lost: Promise<never>;
}

/**
 * The driver (postgres.js 3) shares a connection among callers, and does so also in the moment between a connection's
 * loss and its knowing of it. A statement sent then stays in the connection's list, and after the reconnection each
 * caller gets the answer to the statement before his own. After a failed transaction, too, what other branches of its
 * work still send would run in the next one's. So nobody shares: a client serves one caller at a time, is thrown away
 * when its connection is lost, and a transaction that has ended takes no more statements.
 */
export class ClientPool {
  readonly #make: (onClose: () => void) => Sql;
  readonly #max: number;
  readonly #idle: Client[] = [];
  readonly #clients = new Set<Client>();
  readonly #waiting: (() => void)[] = [];

  /** @param make opens a client with one connection, and says when that was lost. */
  constructor(make: (onClose: () => void) => Sql, max: number) {
    this.#make = make;
    this.#max = max;
  }

  /** One transaction. @throws whatever the work or the database does; it is rolled back then. */
  transaction<T>(work: (tx: Tx) => Promise<T>, mode: string): Promise<T> {
    return this.use((sql) => sql.begin(mode, (tx) => whileOpen(tx as Tx, work)) as Promise<T>);
  }

  /** Lends a client for as long as the work takes. @throws ConnectionLost. */
  async use<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const client = await this.#take();
    try {
      return await Promise.race([work(client.sql), client.lost]);
    } finally {
      if (this.#clients.has(client)) this.#idle.push(client);
      this.#waiting.shift()?.();
    }
  }

  async end(): Promise<void> {
    await Promise.all([...this.#clients].map(({ sql }) => sql.end({ timeout: 5 })));
  }

  async #take(): Promise<Client> {
    while (this.#idle.length === 0 && this.#clients.size >= this.#max) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    return this.#idle.pop() ?? this.#connect();
  }

  async #connect(): Promise<Client> {
    let lose: (error: ConnectionLost) => void = () => {};
    const lost = new Promise<never>((_, reject) => {
      lose = reject;
    });
    // Nobody may be waiting for this client when it is lost.
    lost.catch(() => undefined);
    const client: Client = { sql: this.#make(() => this.#drop(client, lose)), lost };
    this.#clients.add(client);
    const late = setTimeout(() => this.#drop(client, lose), CONNECT_LIMIT_MS);
    try {
      await Promise.race([client.sql`select 1`, lost]);
      return client;
    } catch (error) {
      this.#drop(client, lose);
      this.#waiting.shift()?.();
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  #drop(client: Client, lose: (error: ConnectionLost) => void): void {
    if (!this.#clients.delete(client)) return;
    const at = this.#idle.indexOf(client);
    if (at >= 0) this.#idle.splice(at, 1);
    lose(new ConnectionLost());
    // Its connection is gone: there is nothing to wait for, and nothing that its end could still fail at.
    client.sql.end({ timeout: 0 }).catch(() => undefined);
  }
}

/** Runs the work with a `tx` that refuses statements once the work is over. */
async function whileOpen<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  let over = false;
  const guarded = new Proxy(tx, {
    apply(target, self, args: unknown[]) {
      if (over) throw new Error("The transaction is over");
      return Reflect.apply(target as (...args: unknown[]) => Fragment, self, args);
    },
  });
  try {
    return await work(guarded);
  } finally {
    over = true;
  }
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
        run ??= pool.use(
          (client) => client(made.strings, ...(made.args as never[])) as unknown as Promise<unknown>,
        );
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

// The door to PostgreSQL: two roles, each with its connections, and transactions inside one tenant.
import postgres from "postgres";
import { Failure } from "../../shared/kernel/failure.ts";
import { ClientPool, onPool } from "./client-pool.ts";
import type { Sql, Tx } from "./sql-types.ts";

export type { Fragment, Row, Sql, Tx } from "./sql-types.ts";

export interface Database {
  /** Bound by row-level security: sees nothing without a tenant. For everything that belongs to a tenant. */
  app: ClientPool;
  /** For what has no tenant yet: sign-in, tenants, schedules over all tenants. Single statements. */
  platform: Sql;
  /** The same, for transactions. */
  platform_transactions: ClientPool;
  close(): Promise<void>;
}

/** PostgreSQL's types as the wire wants them: days and decimals stay texts, instants become RFC 3339. */
const types = {
  date: { to: 1082, from: [1082], serialize: (day: unknown) => day, parse: (text: string) => text },
  instant: {
    to: 1184,
    from: [1184],
    serialize: (value: unknown) => (value instanceof Date ? value.toISOString() : value),
    parse: (text: string) => new Date(text).toISOString(),
  },
  // Counts and positions stay far below 2^53; money is numeric and stays a text.
  bigint: {
    to: 20,
    from: [20],
    serialize: (value: unknown) => String(value),
    parse: (text: string) => Number(text),
  },
};

/** A pool that speaks with one database role's rights. */
export function openPool(url: string, role: string | null, max: number, onclose = () => {}): Sql {
  return postgres(url, {
    max,
    onclose,
    // biome-ignore lint/suspicious/noExplicitAny: the library's type for custom types is narrower than what it accepts
    types: types as any,
    onnotice: () => {},
    connection: {
      application_name: "lastmile",
      TimeZone: "UTC",
      ...(role ? { role } : {}),
      // A transaction that waits for a person or a device delays every reader of the change feed.
      idle_in_transaction_session_timeout: 15_000,
      // The driver (postgres.js 3) keeps a cleared timer when a connection ends with a small write pending, and then waits
      // for it for ever before it sends the greeting of the next one. A greeting of 1 kB is sent without that timer.
      "lastmile.greeting": "-".repeat(1_024),
    },
  }) as unknown as Sql;
}

export function openDatabase(url: string): Database {
  const pool = (role: string, max: number) =>
    new ClientPool((onClose) => openPool(url, role, 1, onClose), max);
  const app = pool("lastmile_app", 24);
  const statements = pool("lastmile_platform", 12);
  const platform_transactions = pool("lastmile_platform", 8);
  const sql = openPool(url, "lastmile_platform", 1);
  return {
    app,
    platform: onPool(sql, statements),
    platform_transactions,
    close: async () => {
      await Promise.all([app.end(), statements.end(), sql.end({ timeout: 5 }), platform_transactions.end()]);
    },
  };
}

/**
 * One transaction.
 * @param mode what stands behind BEGIN, e.g. "read only".
 * @throws Failure UNAVAILABLE when the connection was lost, and whatever the work throws.
 */
export function transaction<T>(pool: ClientPool, work: (tx: Tx) => Promise<T>, mode = ""): Promise<T> {
  return elsewhere(pool.transaction(work, mode));
}

/** What is done on a connection of its own while a transaction waits: its loss comes as a Failure. */
export function elsewhere<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw isConnectionError(error) ? unreachable() : error;
  });
}

/** The database went away: nothing of the transaction was kept, unless it was lost while committing. */
export function unreachable(): Failure {
  const extra = { retry_after: 5 };
  return new Failure("UNAVAILABLE", "The database can't be reached just now; try again", { extra });
}

/**
 * One transaction in which only `tenantId`'s rows exist. The tenant is set in the same batch as the first statement,
 * so it costs no round trip of its own.
 */
export function inTenant<T>(
  db: Database,
  tenantId: string,
  work: (tx: Tx) => Promise<T>,
  mode = "",
): Promise<T> {
  const walled = async (tx: Tx) => {
    const wall = tx`select set_config('app.tenant_id', ${tenantId}, true)`.execute();
    const [result] = await Promise.all([work(tx), wall]);
    return result;
  };
  return transaction(db.app, walled, mode);
}

/** The same for reads that have to agree with each other: all of them see one moment. */
export function inTenantSnapshot<T>(
  db: Database,
  tenantId: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return inTenant(db, tenantId, work, "isolation level repeatable read read only");
}

/** Whether an error of the database has this SQLSTATE, e.g. 23505 for a duplicate. */
export function isSqlState(error: unknown, code: string): error is postgres.PostgresError {
  return error instanceof postgres.PostgresError && error.code === code;
}

/** Whether the database was out of reach, so that trying again later makes sense. */
export function isConnectionError(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^(ECONN|EPIPE|CONNECTION_|CONNECT_TIMEOUT|08|57P|25P03)/.test(code);
}

// The door to PostgreSQL: two roles, each with its connections, and transactions inside one tenant.
import postgres from "postgres";
import { ClientPool, onPool, type PoolOptions, restartable } from "./client-pool.ts";
import { markCluster } from "./cluster/on-cluster.ts";
import { databaseSockets, localSocket } from "./sockets.ts";
import type { Sql, Tx } from "./sql-types.ts";
import { TenantLocks } from "./tenant-locks.ts";
import { Refusals, refusedFailure } from "./unavailable.ts";

export type { Fragment, Row, Sql, Tx } from "./sql-types.ts";
export { isConnectionError, isSqlState } from "./unavailable.ts";

export interface Database {
  /** Bound by row-level security: sees nothing without a tenant. For everything that belongs to a tenant. */
  app: ClientPool;
  /** For what has no tenant yet: sign-in, tenants, schedules over all tenants. Single statements. */
  platform: Sql;
  /** The same, for transactions. */
  platform_transactions: ClientPool;
  locks: TenantLocks;
  /** Whether each tenant's rows lie on one of several nodes (cluster/), where not every statement can be one. */
  is_cluster: boolean;
  /** The pools, for metrics and readiness. */
  pools: readonly ClientPool[];
  /** Why a request would be refused, though the database answers: nothing of it comes free, or nothing is kept. Null: it would not. */
  whyUnfit(): string | null;
  close(): Promise<void>;
}

export interface Login {
  url: string;
  /** The role that the session sets, where it can't log in as it; null: the address is the role's own. */
  role: string | null;
}

/** As whom the server speaks (logins.ts): bound to one tenant, or for what has none. */
export interface Logins {
  lastmile_app: Login;
  lastmile_platform: Login;
}

export interface DatabaseOptions {
  /** Connections at most, per pool. */
  sizes: { app: number; platform: number; platform_transactions: number };
  /** How long a task waits for a connection, in milliseconds (contract §4.8). */
  wait_ms: number;
  /** After how long without a free connection the server is no longer ready. */
  stuck_ms: number;
  /** The database refuses everybody, or every change, and why. Told once, and again after a while. */
  onRefused(error: unknown): void;
  /** A task asked for a connection while it holds one: a defect of ours. It goes on, unless this throws. */
  onNested: PoolOptions["onNested"];
  /** What the database is: see Database. */
  is_cluster: boolean;
  /** Sees every statement before it is sent; one that it throws at is not. For tests. */
  onStatement: ((text: string) => void) | null;
}

export const DATABASE_OPTIONS: DatabaseOptions = {
  sizes: { app: 24, platform: 12, platform_transactions: 8 },
  wait_ms: 10_000,
  stuck_ms: 30_000,
  onRefused: () => {},
  onNested: () => {},
  is_cluster: false,
  onStatement: null,
};

/** An instant as the database writes it in UTC ("2026-11-22 13:01:04.5+00"), as RFC 3339 with milliseconds: cut, not reckoned. */
function toInstant(text: string): string {
  const fraction = text.length > 22 ? text.slice(20, -3) : "";
  const isPlain = text.endsWith("+00") && text[10] === " " && text[19] === (fraction ? "." : "+");
  if (!isPlain) return new Date(text).toISOString();
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, "0").slice(0, 3)}Z`;
}

/** PostgreSQL's types as the wire wants them: days and decimals stay texts, instants become RFC 3339. */
const types = {
  date: { to: 1082, from: [1082], serialize: (day: unknown) => day, parse: (text: string) => text },
  instant: {
    to: 1184,
    from: [1184],
    serialize: (value: unknown) => (value instanceof Date ? value.toISOString() : value),
    parse: toInstant,
  },
  // Counts and positions stay far below 2^53; money is numeric and stays a text.
  bigint: {
    to: 20,
    from: [20],
    serialize: (value: unknown) => String(value),
    parse: (text: string) => Number(text),
  },
  // The driver would read a NULL among numbers as NaN. smallint[], integer[] and bigint[].
  numbers: {
    to: 1005,
    from: [1005, 1007, 1016],
    serialize: (values: readonly (number | null)[]) => `{${values.map((value) => value ?? "NULL").join()}}`,
    parse: (text: string) =>
      text === "{}"
        ? []
        : text
            .slice(1, -1)
            .split(",")
            .map((value) => (value === "NULL" ? null : Number(value))),
  },
};

interface OpenOptions {
  onclose?: () => void;
  /** A client of a pool, which closes it when it has served long enough. */
  is_pooled?: boolean;
  onStatement?: DatabaseOptions["onStatement"];
}

/** Statements of a connection that wait for their answers, before the driver sends one for each answer: a push reads ahead. */
const UNANSWERED = 1_000;

/** A pool that speaks with one database role's rights: the login's own, or those of the `role` that it takes on. */
export function openPool(url: string, role: string | null, max: number, options: OpenOptions = {}): Sql {
  const { onStatement } = options;
  const { tcp_url, socket } = localSocket(url);
  return postgres(tcp_url, {
    max,
    ...({ socket: databaseSockets(socket), max_pipeline: UNANSWERED } as object),
    onclose: options.onclose ?? (() => {}),
    ...(options.is_pooled ? { max_lifetime: null } : {}),
    ...(onStatement ? { debug: (_connection: number, text: string) => onStatement(text) } : {}),
    types,
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

/** Opens the pools; connections are made when they are needed. */
export function openDatabase(logins: Logins, options: DatabaseOptions = DATABASE_OPTIONS): Database {
  const { sizes, wait_ms, stuck_ms, onNested, is_cluster, onStatement } = options;
  const refusals = new Refusals(options.onRefused);
  const onError = (error: unknown) => refusals.note(error);
  const open = (login: keyof Logins, more: OpenOptions = {}) =>
    openPool(logins[login].url, logins[login].role, 1, { ...more, onStatement });
  const pool = (login: keyof Logins, name: keyof DatabaseOptions["sizes"]) =>
    new ClientPool((onclose) => open(login, { onclose, is_pooled: true }), {
      name,
      max: sizes[name],
      wait_ms,
      is_cluster,
      onNested,
      onError,
    });
  const app = pool("lastmile_app", "app");
  const statements = pool("lastmile_platform", "platform");
  const platform_transactions = pool("lastmile_platform", "platform_transactions");
  const sql = open("lastmile_platform");
  const locks = new TenantLocks((onclose) => open("lastmile_platform", { onclose, is_pooled: true }), {
    wait_ms,
    onNested,
    onError,
  });
  const pools = [app, statements, platform_transactions];
  return {
    app,
    platform: is_cluster ? markCluster(onPool(sql, statements)) : onPool(sql, statements),
    platform_transactions,
    locks,
    is_cluster,
    pools,
    whyUnfit: () =>
      pools.some(({ figures }) => figures.stuck_ms >= stuck_ms)
        ? "No database connection comes free"
        : refusals.why,
    close: async () => {
      await Promise.all([...pools.map((each) => each.end()), locks.close(), sql.end({ timeout: 5 })]);
    },
  };
}

/**
 * One transaction.
 * @param mode what stands behind BEGIN, e.g. "read only".
 * @throws Failure UNAVAILABLE when the database is away or refuses everybody, and whatever the work throws.
 */
export async function transaction<T>(
  pool: ClientPool,
  work: (tx: Tx) => Promise<T>,
  mode = "",
  prepared: Map<string, unknown> | null = null,
): Promise<T> {
  try {
    return await pool.transaction(work, `begin ${mode}`, prepared);
  } catch (error) {
    throw refusedFailure(error) ?? error;
  }
}

/** @throws Error for what is no id: it would stand in a statement as it is. */
function checkedId(id: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw new Error("This is no id");
  return id;
}

/** A caller who sees of some tables their own rows alone. */
export interface RowScope {
  /** The user whose rows are seen; null: none are. */
  person: string | null;
  tables: ReadonlySet<string>;
}

/** A tenant, as far as a caller sees it. */
export interface Seen {
  id: string;
  /** Left out, or null: all of it. */
  rowScope?: RowScope | null;
  /** As they were read: what is planned with a currency that is another one by then is not written (0059). */
  settings?: { currency: string };
}

/** Of which tables a transaction shows a person's own rows alone. */
function ownOf({ tables: seen }: RowScope): string {
  const tables = [...seen].join(" ");
  if (!/^[a-z_ ]+$/.test(tables)) throw new Error("These are no tables' names");
  return `set local app.own = ' ${tables} '`;
}

function currencyOf({ currency }: { currency: string }): string {
  if (!/^[A-Z]{3}$/.test(currency)) throw new Error("This is no currency");
  return `set local app.currency = '${currency}'`;
}

/** The settings that the tables' policies look at (server/migrations/0001), and the currency that work is planned in. */
function wallOf({ id, rowScope, settings }: Seen): string {
  const wall = `set local app.tenant_id = '${checkedId(id)}'${settings ? `; ${currencyOf(settings)}` : ""}`;
  if (!rowScope) return wall;
  const person = rowScope.person === null ? "" : checkedId(rowScope.person);
  return `${wall}; set local app.person = '${person}'; ${ownOf(rowScope)}`;
}

/**
 * Reads what the caller may not see themselves, of their own tenant, since what they are told follows from it: a sum, never the
 * rows. Nothing else may run in the transaction at the same time. What fails in it ends the transaction, and the setting with it.
 */
export async function seeingAll<T>(
  tx: Tx,
  { rowScope }: Pick<Seen, "rowScope">,
  read: () => Promise<T>,
): Promise<T> {
  if (!rowScope) return read();
  await tx.unsafe("set local app.own = ''");
  const answer = await read();
  await tx.unsafe(ownOf(rowScope));
  return answer;
}

/**
 * One transaction in which only the tenant's rows exist, and of those only what the caller may see. The tenant is set with
 * BEGIN, in the same batch as the first statement, so neither costs a round trip. Restarted, from the start of
 * the work, where that needs something `beforehand`.
 */
export function inTenant<T>(db: Database, tenant: Seen, work: (tx: Tx) => Promise<T>, mode = ""): Promise<T> {
  // A statement, which every node of a cluster hears; what a query sets is heard by its own.
  const opening = `${mode}; ${wallOf(tenant)}`;
  return restartable((prepared) => transaction(db.app, work, opening, prepared));
}

const SNAPSHOT = "isolation level repeatable read read only";

/** The same for reads that have to agree with each other: all of them see one moment. */
export function inTenantSnapshot<T>(db: Database, tenant: Seen, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTenant(db, tenant, work, SNAPSHOT);
}

/**
 * Each statement is planned for the values that it is given. What PostgreSQL keeps after five runs is a plan for the average
 * company, for lists of ten, and for ranges that hold next to nothing.
 */
const PLANNED = `${SNAPSHOT}; set local plan_cache_mode = force_custom_plan`;

/** What begins a transaction of `inTenantPlanned`. */
export const plannedOpening = (tenant: Seen): string => `begin ${PLANNED}; ${wallOf(tenant)}`;

/** `inTenantSnapshot` for what adds up a company, or looks for some of its records. */
export function inTenantPlanned<T>(db: Database, tenant: Seen, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTenant(db, tenant, work, PLANNED);
}

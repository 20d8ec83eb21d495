// Reads on a copy of the database that follows it (streaming replication), for reports alone: as long as it is near enough.

import { ClientPool } from "./client-pool.ts";
import {
  DATABASE_OPTIONS,
  type DatabaseOptions,
  inTenantPlanned,
  type Login,
  openPool,
  plannedOpening,
  type Seen,
} from "./db.ts";
import { runTransaction } from "./one-transaction.ts";
import type { Sql, Tx } from "./sql-types.ts";
import { whyRefused } from "./unavailable.ts";

/** Why a read was not made on the replica, but on the database itself. */
export const FALLBACKS = {
  AWAY: "it does not answer, or does not let the server in",
  BEHIND: "it is further behind than is allowed",
  BUSY: "all connections to it are in use",
  CONFLICT: "what it replays ended the read, or its tables are not those of this version yet",
  NO_REPLICA: "it follows nobody: it was promoted",
  OTHER_DATABASE: "it is a copy of another database",
} as const;

export type Fallback = keyof typeof FALLBACKS;

class Unfit extends Error {
  readonly why: Fallback;
  constructor(why: Fallback, options?: ErrorOptions) {
    super(FALLBACKS[why], options);
    this.why = why;
  }
}

/** Where the database stands: everything committed until `now` is before `lsn` in its log. */
interface Place {
  lsn: string;
  now: string;
  incarnation: string;
}

interface ReplicaPlace {
  follows: boolean;
  incarnation: string;
  caught_up: boolean | null;
  replayed_at: string | null;
}

export interface Reading<T> {
  answer: T;
  /** The moment until which all that was committed is in it, RFC 3339; null: it was read on the database itself. */
  as_of: string | null;
}

/** Whoever asks waits no longer to hear where the replica stands. */
const ASK_MS = 5_000;
const WAIT_MS = 2_000;
/** One that was away is left alone for so long, so that not every report waits for it. */
const LEAVE_ALONE_MS = 5_000;
const CONNECTIONS = 8;

/** What a failure of the driver's means for the replica; null: the read itself is wrong, and would be elsewhere. */
function whyOf(error: unknown): Fallback | null {
  if (error instanceof Unfit) return error.why;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "CONNECTION_WAIT") return "BUSY";
  // A read that writes is wrong, and would be elsewhere.
  if (code !== "25006" && whyRefused(error) !== null) return "AWAY";
  // 40: recovery needed what the read held. 42: tables as they were before an update.
  return /^(40|42)/.test(code) ? "CONFLICT" : null;
}

/** Where it is said that reports are read elsewhere, and why. */
type Say = (fields: object, message: string) => void;

export interface StandbyOptions extends Pick<DatabaseOptions, "onNested" | "onStatement"> {
  /** How far behind it may be. */
  behind_seconds: number;
  log: { info: Say; warn: Say };
}

export class Standby {
  readonly #pool: ClientPool;
  readonly #primary: Sql;
  readonly #options: StandbyOptions;
  #left_alone_until = 0;
  #said: Fallback | null = null;
  /** For the metrics: since the start, and how far behind it was when it was last asked. */
  readonly figures = { reads: 0, fallbacks: new Map<Fallback, number>(), behind_seconds: 0 };

  constructor(login: Login, primary: Sql, options: StandbyOptions) {
    const { onNested, onStatement } = options;
    this.#primary = primary;
    this.#options = options;
    const more = { is_pooled: true, onStatement };
    this.#pool = new ClientPool((onclose) => openPool(login.url, login.role, 1, { ...more, onclose }), {
      name: "replica",
      max: CONNECTIONS,
      wait_ms: WAIT_MS,
      onNested,
    });
  }

  /**
   * The same as `inTenantPlanned`, on the replica: behind the same walls, of one moment.
   * @returns null where the replica can't be read now: read on the database itself then.
   * @throws whatever is wrong with the read itself.
   */
  async read<T>(tenant: Seen, work: (tx: Tx) => Promise<T>): Promise<Reading<T> | null> {
    if (performance.now() < this.#left_alone_until) return this.#fallBack(new Unfit("AWAY"));
    try {
      const place = await this.#place();
      if (!place) return null;
      const reading = await this.#ask(place, tenant, work);
      this.figures.reads += 1;
      if (this.#said) this.#options.log.info({}, "reports are read on the replica again");
      this.#said = null;
      return reading;
    } catch (error) {
      return this.#fallBack(error);
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  /** Where the database itself stands; null: it is away, which its own reader says better. */
  async #place(): Promise<Place | null> {
    try {
      const [place] = await this.#primary<Place[]>`
        select pg_current_wal_flush_lsn()::text as lsn, clock_timestamp() as now, incarnation from cluster_state`;
      return place ?? null;
    } catch (error) {
      if (whyRefused(error) !== null) return null;
      throw error;
    }
  }

  async #ask<T>(place: Place, tenant: Seen, work: (tx: Tx) => Promise<T>): Promise<Reading<T>> {
    return new Promise((resolve, reject) => {
      let is_late = false;
      const late = setTimeout(() => {
        is_late = true;
        reject(new Unfit("AWAY"));
      }, ASK_MS);
      const reading = this.#pool.use(async (sql) => {
        // Before the snapshot is taken, so that it holds this at least.
        const as_of = await this.#asOf(sql, place);
        if (is_late) throw new Unfit("AWAY");
        clearTimeout(late);
        return { answer: await runTransaction(sql, plannedOpening(tenant), work), as_of };
      });
      reading.then(resolve, reject).finally(() => clearTimeout(late));
    });
  }

  /**
   * Until when it holds everything. It may stand still because nothing happens, so its last transaction's time alone says little.
   * @throws Unfit when that is too long ago, or the replica is none of this database.
   */
  async #asOf(sql: Sql, place: Place): Promise<string> {
    const [its] = await sql<ReplicaPlace[]>`
      select pg_is_in_recovery() as follows, incarnation, pg_last_xact_replay_timestamp() as replayed_at,
        case when pg_is_in_recovery() then pg_last_wal_replay_lsn() >= ${place.lsn}::pg_lsn end as caught_up
      from cluster_state`;
    if (!its?.follows) throw new Unfit("NO_REPLICA");
    if (its.incarnation !== place.incarnation) throw new Unfit("OTHER_DATABASE");
    const as_of = its.caught_up ? place.now : its.replayed_at;
    if (as_of === null) throw new Unfit("BEHIND");
    const behind = Math.max(0, Date.parse(place.now) - Date.parse(as_of)) / 1_000;
    this.figures.behind_seconds = behind;
    if (behind > this.#options.behind_seconds) throw new Unfit("BEHIND");
    return as_of;
  }

  /** Counts the reason; says it once, until another one comes or the replica is back. */
  #fallBack(error: unknown): null {
    const why = whyOf(error);
    if (why === null) throw error;
    const { fallbacks } = this.figures;
    fallbacks.set(why, (fallbacks.get(why) ?? 0) + 1);
    const is_left_alone = performance.now() < this.#left_alone_until;
    if (why === "AWAY" && !is_left_alone) this.#left_alone_until = performance.now() + LEAVE_ALONE_MS;
    if (this.#said !== why)
      this.#options.log.warn(
        { why, error, behind_seconds: this.figures.behind_seconds },
        `reports are read on the database itself, not on the replica: ${FALLBACKS[why]}`,
      );
    this.#said = why;
    return null;
  }
}

/**
 * As whom the server reads there: as its role that is bound to a tenant. A replica has the roles and passwords of the
 * database that it follows.
 */
function loginAt(replica_url: string, app: Login): Login {
  if (app.role !== null) return { url: replica_url, role: app.role };
  const url = new URL(replica_url);
  const { username, password } = new URL(app.url);
  url.username = username;
  url.password = password;
  return { url: url.href, role: null };
}

/** Opens nothing yet: a replica that is away keeps no server from starting. */
export function openStandby(
  url: string,
  app: Login,
  primary: Sql,
  options: Pick<StandbyOptions, "behind_seconds" | "log"> & Partial<StandbyOptions>,
): Standby {
  const { onNested, onStatement } = DATABASE_OPTIONS;
  return new Standby(loginAt(url, app), primary, { onNested, onStatement, ...options });
}

/** What a report reads: on the replica where there is one that is near enough. */
export async function readReport<T>(
  { db, replica }: { db: Parameters<typeof inTenantPlanned>[0]; replica: Standby | null },
  tenant: Seen,
  work: (tx: Tx) => Promise<T>,
): Promise<Reading<T>> {
  const read = await replica?.read(tenant, work);
  return read ?? { answer: await inTenantPlanned(db, tenant, work), as_of: null };
}

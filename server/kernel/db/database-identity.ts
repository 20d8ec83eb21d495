// Whether the database is still the one that gave its readers their checkpoints. One that was set back to an older copy, or
// moved to another cluster, counts its transactions anew: checkpoints then mean nothing, and rows may lie in a future that
// no reader reaches. It gets a new incarnation, at which every replica starts afresh.
import { createHmac, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { mkdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { restamp, settleEverything, settleMoved } from "./cluster/node-sequences.ts";
import { openPool, type Sql, type Tx } from "./db.ts";

/** What is known of the database outside of it, in the data directory. */
interface Memory {
  system: string;
  /** The highest transaction id that was seen to be given out. */
  highest_xid: string;
  /** Which file lay beside this one: a copy of the directory has another. */
  place: string;
}

interface Now {
  system: string;
  next_xid: bigint;
  /** What the database says of itself; null: it never had an incarnation. */
  own: { system: string; incarnation: string; highest_xid: bigint } | null;
}

export interface DatabaseIdentityOptions {
  database_url: string;
  data_dir: string;
  /** Whose companies lie on nodes, and may be moved from one to another. */
  is_cluster: boolean;
  /** Signs checkpoints, so that one from the future is believed only if it was given here. */
  key: Buffer;
  log: Record<"warn" | "error", (fields: object, message: string) => void>;
}

const FILE = "incarnation.json";
const PLACE = "incarnation.place";
const PLACE_TEXT = "A copy of this directory is known by this file being another one. Leave it here.\n";

/** Tells this directory from a copy of it: the inode and birth time of a file that is made once. */
async function placeOf(dataDir: string): Promise<string> {
  const path = join(dataDir, PLACE);
  await mkdir(dataDir, { recursive: true });
  await writeFile(path, PLACE_TEXT, { flag: "wx" }).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  });
  const { ino, birthtimeNs } = await stat(path, { bigint: true });
  return `${ino}.${birthtimeNs}`;
}

async function readMemory(dataDir: string): Promise<Memory | null> {
  try {
    return JSON.parse(await readFile(join(dataDir, FILE), "utf8")) as Memory;
  } catch (error) {
    // Not there, or cut off by a crash: then nothing is remembered.
    if (
      error instanceof SyntaxError ||
      (error instanceof Error && "code" in error && error.code === "ENOENT")
    )
      return null;
    throw error;
  }
}

async function readNow(sql: Sql | Tx): Promise<Now> {
  const [row] = await sql<Record<string, string | null>[]>`
    select (select system_identifier::text from pg_control_system()) as system,
      pg_snapshot_xmax(pg_current_snapshot())::text as next_xid,
      c.system as own_system, c.incarnation, c.highest_xid::text as highest_xid
    from (select 1) one left join cluster_state c on true`;
  const { system, next_xid, own_system, incarnation, highest_xid } = row ?? {};
  return {
    system: system ?? "",
    next_xid: BigInt(next_xid ?? 0),
    own:
      own_system && incarnation
        ? { system: own_system, incarnation, highest_xid: BigInt(highest_xid ?? 0) }
        : null,
  };
}

/** Why the database is another than the one remembered; null: it is the same, further on. */
function difference(now: Now, memory: Memory | null, place: string): string | null {
  if (!now.own) return "it is new";
  if (now.own.system !== now.system) return "it was moved to another cluster";
  if (now.own.highest_xid > now.next_xid) return "it counts less transactions than its own records";
  if (memory?.system !== now.system) return null;
  if (BigInt(memory.highest_xid) > now.next_xid) return "it was set back to an older state";
  return memory.place === place ? null : "the data directory is a copy";
}

/** The commits' channel of change-notices.ts; open streams end, so that desktops ask for their collections again. */
const endStreams = (tx: Tx, tenants: readonly string[]) =>
  tx`select pg_notify('lastmile_commits', id || ' incarnation') from unnest(${tenants}::text[]) as told (id)`;

export class DatabaseIdentity {
  readonly #options: DatabaseIdentityOptions;
  readonly #key: KeyObject;
  readonly #place: string;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;
  #work: Promise<void> = Promise.resolve();
  #settling = false;

  private constructor(options: DatabaseIdentityOptions, place: string) {
    this.#options = options;
    this.#key = createSecretKey(options.key);
    this.#place = place;
  }

  /** Looks at the database before anybody is served, and renews its incarnation where it is not the one remembered. */
  static async open(options: DatabaseIdentityOptions): Promise<DatabaseIdentity> {
    const incarnation = new DatabaseIdentity(options, await placeOf(options.data_dir));
    await incarnation.#look(null);
    return incarnation;
  }

  /** Looks again and again: a database elsewhere can be set back under a server that runs. */
  watch(everyMs: number): void {
    const look = async () => {
      await this.#lookOrLog();
      if (!this.#closed) this.watch(everyMs);
    };
    this.#timer = setTimeout(() => void look(), everyMs).unref();
  }

  /** A reader brought a checkpoint of this incarnation from the future: the database was set back unnoticed. */
  setBack(name: string): void {
    void this.#lookOrLog(name);
  }

  /** A company that was moved to another node is read: its rows are stamped again, once for all who ask at the same time. */
  settle(): void {
    if (this.#settling) return;
    this.#settling = true;
    void this.#lookOrLog().finally(() => {
      this.#settling = false;
    });
  }

  /** The mark of a checkpoint that was given in an incarnation: by it one is told from an invented or an older one. */
  mark(incarnation: string, position: string): string {
    const text = `checkpoint:${incarnation}:${position}`;
    return createHmac("sha256", this.#key).update(text).digest("base64url").slice(0, 22);
  }

  /** Compares the database with what is remembered of it. One look at a time; what fails is tried again with the next. */
  #lookOrLog(contradicted: string | null = null): Promise<void> {
    this.#work = this.#work
      .then(() => this.#look(contradicted))
      .catch((error: unknown) => this.#options.log.error({ error }, "incarnation"));
    return this.#work;
  }

  /** @param contradicted the name of the bound (sync/feed-bound.ts) of which a reader knows more than the database does. */
  async #look(contradicted: string | null): Promise<void> {
    const { database_url, data_dir, log } = this.#options;
    // The schema's owner: rows are restamped in tables that take no changes from the program.
    const sql = openPool(database_url, null, 1);
    try {
      const memory = await readMemory(data_dir);
      await sql.begin(async (begun) => {
        const tx = begun as Tx;
        await tx`select pg_advisory_xact_lock(hashtextextended('incarnation', 0))`;
        const now = await readNow(tx);
        // A company of a cluster names its place behind it.
        const isContradicted = now.own !== null && now.own.incarnation === contradicted?.split(".")[0];
        const why =
          difference(now, memory, this.#place) ?? (isContradicted ? "a reader is ahead of it" : null);
        if (why) await this.#renew(tx, now, why);
        else await tx`update cluster_state set highest_xid = greatest(highest_xid, pg_current_xact_id())`;
        if (why && now.own)
          log.warn({ why }, "the database is not the one it was: every replica starts afresh");
        if (!why && this.#options.is_cluster) await this.#settleMoved(tx);
      });
      const { system, next_xid } = await readNow(sql);
      await this.#remember({ system, highest_xid: String(next_xid), place: this.#place });
    } finally {
      await sql.end({ timeout: 5 });
    }
  }

  async #settleMoved(tx: Tx): Promise<void> {
    const companies = await settleMoved(tx);
    if (companies.length === 0) return;
    this.#options.log.warn({ companies }, "moved to another node: their replicas start afresh");
    await endStreams(tx, companies);
  }

  async #renew(tx: Tx, { system }: Now, why: string): Promise<void> {
    const { is_cluster } = this.#options;
    await restamp(tx, is_cluster);
    if (is_cluster) await settleEverything(tx);
    // They say up to which transaction they are whole, of a count that is no more.
    await tx`delete /* every tenant */ from sums_kept`;
    const row = { system, incarnation: randomBytes(9).toString("base64url"), reason: why };
    await tx`insert into cluster_state (system, incarnation, reason, highest_xid)
      values (${row.system}, ${row.incarnation}, ${row.reason}, pg_current_xact_id())
      on conflict (only_one) do update set system = excluded.system, incarnation = excluded.incarnation,
        reason = excluded.reason, highest_xid = excluded.highest_xid, renewed_at = now()`;
    const tenants = await tx<{ id: string }[]>`select id from tenants`;
    await endStreams(
      tx,
      tenants.map(({ id }) => id),
    );
  }

  async #remember(memory: Memory): Promise<void> {
    const path = join(this.#options.data_dir, FILE);
    const draft = `${path}.${process.pid}`;
    await writeFile(draft, JSON.stringify(memory));
    await rename(draft, path);
  }

  /** Remembers how far the database came. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#lookOrLog();
  }
}

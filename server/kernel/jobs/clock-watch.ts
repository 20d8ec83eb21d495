// The machine's own clock, watched: what can't be undone is not done by one that jumped (contract §4.9).
import { readFile } from "node:fs/promises";
import { hostname, uptime } from "node:os";
import { newId } from "../../../shared/kernel/id.ts";
import { type Database, type Tx, transaction } from "../db/db.ts";
import { lookAt, type Reading, type Seen } from "./clock.rules.ts";

/** A clock that is not to be believed. */
export interface ClockOff {
  /** How far it is from where it would be, in milliseconds: more than 0 where it is ahead. */
  by_ms: number;
  /** When it was found so, by that clock: names this move. */
  since: Date;
}

/** Where Linux says which start of the machine this is. */
const BOOT_ID = "/proc/sys/kernel/random/boot_id";
let boot: Promise<string> | null = null;

/** Reads this machine's clock. Where it does not tell one start from the next, what is known ends with the process. */
async function readMachine(): Promise<Reading> {
  boot ??= readFile(BOOT_ID, "utf8").then(
    (id) => id.trim(),
    () => newId(),
  );
  return { boot: await boot, uptime_ms: Math.round(uptime() * 1000), now_ms: Date.now() };
}

interface Row extends Record<string, unknown> {
  boot: string;
  uptime_ms: string;
  seen_at: string;
  off_ms: string;
  off_since: string | null;
}

const seenOf = (row: Row): Seen => ({
  boot: row.boot,
  uptime_ms: Number(row.uptime_ms),
  now_ms: Date.parse(row.seen_at),
  off_ms: Number(row.off_ms),
  off_since_ms: row.off_since === null ? null : Date.parse(row.off_since),
});

export class ClockWatch {
  readonly #db: Pick<Database, "platform_transactions">;
  readonly #machine: string;
  readonly #read: () => Promise<Reading>;

  /** @param read what the machine says; another one in tests alone. */
  constructor(
    db: Pick<Database, "platform_transactions">,
    read: () => Promise<Reading> = readMachine,
    machine = hostname(),
  ) {
    this.#db = db;
    this.#read = read;
    this.#machine = machine;
  }

  /** Looks at the clock. @returns null: it can be believed. */
  async look(): Promise<ClockOff | null> {
    const { off_ms, off_since_ms } = await this.#note(lookAt);
    return off_since_ms === null ? null : { by_ms: off_ms, since: new Date(off_since_ms) };
  }

  #note(judge: (before: Seen | null, at: Reading) => Seen): Promise<Seen> {
    return transaction(this.#db.platform_transactions, async (tx) => {
      const [row] = await tx<Row[]>`select boot, uptime_ms, seen_at, off_ms, off_since from clock_watches
        where machine = ${this.#machine} for update`;
      // Read behind the lock: another process's look is never later than this one.
      const seen = judge(row ? seenOf(row) : null, await this.#read());
      const kept = {
        machine: this.#machine,
        boot: seen.boot,
        uptime_ms: seen.uptime_ms,
        seen_at: new Date(seen.now_ms),
        off_ms: Math.round(seen.off_ms),
        off_since: seen.off_since_ms === null ? null : new Date(seen.off_since_ms),
      };
      await tx`insert into clock_watches ${tx(kept)} on conflict (machine) do update set ${tx(kept)}`;
      return seen;
    });
  }
}

/** The machines with a wrong clock when last checked, the longest wrong first. */
export async function readClocksOff(
  tx: Tx,
): Promise<{ machine: string; by_seconds: number; since: string }[]> {
  return tx<{ machine: string; by_seconds: number; since: string }[]>`
    select machine, (off_ms / 1000)::int as by_seconds, off_since as since from clock_watches
    where off_since is not null order by off_since, machine`;
}

/** Somebody has looked: all clocks are right as they are. @returns how many were off. */
export async function believeClocks(tx: Tx): Promise<number> {
  const found =
    await tx`update clock_watches set off_ms = 0, off_since = null where off_since is not null returning machine`;
  return found.length;
}

// Counts failed sign-ins, and locks (contract §2): a username for an address after five, a username for all but its
// holder's devices after twenty, an address after sixty in a minute over all usernames.
import { Failure, type FailureCode } from "../../../shared/kernel/failure.ts";
import { normalText } from "../../../shared/kernel/normal/normal-text.ts";
import type { Sql } from "../../kernel/db/db.ts";
import { AttemptQueue } from "./attempt-queue.ts";
import { isKnownDevice } from "./known-devices.ts";
import { hashToken } from "./tokens.ts";

const queue = new AttemptQueue();

const LOCK_MINUTES = 15;
const ANYWHERE = "";
const ANYBODY = "";

/** Whose attempt, from where. */
interface Attempt {
  username: string;
  /** What the lock of five counts by: the address, or the device that is known. */
  source: string;
  address: string;
  is_known: boolean;
}

interface Lock {
  username: string;
  address: string;
  code: FailureCode;
  failures: number;
  within_minutes: number;
}

/** An address as it is counted: of IPv6 the 64 bits that one customer of a provider has. */
function countedAddress(ip: string | null): string {
  const address = (ip ?? "unknown").replace(/^::ffff:(?=\d+\.)/i, "");
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter(Boolean);
  if (tail !== undefined) {
    const after = tail.split(":").filter(Boolean);
    while (groups.length + after.length < 8) groups.push("0");
    groups.push(...after);
  }
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** Where an attempt comes from. */
async function attemptFrom(
  sql: Sql,
  who: { username: string; ip: string | null; device_secret: string | null },
): Promise<Attempt> {
  const { username, ip, device_secret } = who;
  const address = countedAddress(ip);
  const is_known = await isKnownDevice(sql, username, device_secret);
  const source =
    is_known && device_secret ? `device ${hashToken(device_secret).toString("base64url")}` : address;
  return { username, source, address, is_known };
}

/**
 * Gives an attempt on a password its turn. What is locked is refused before it may wait, and again when its turn comes.
 * @throws Failure ACCOUNT_LOCKED, RATE_LIMITED, and what the work throws.
 */
export async function takeTurn<T>(
  sql: Sql,
  who: { username: string; ip: string | null; device_secret: string | null },
  work: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const attempt = await attemptFrom(sql, who);
  await refuseLocked(sql, attempt);
  return queue.run(attempt, async () => {
    await refuseLocked(sql, attempt);
    return work(attempt);
  });
}

function locksOf({ username, source, address, is_known }: Attempt): Lock[] {
  const name = normalText(username);
  const of_source: Lock = {
    username: name,
    address: source,
    code: "ACCOUNT_LOCKED",
    failures: 5,
    within_minutes: LOCK_MINUTES,
  };
  // Its holder is let in while others guess, also from the same office: a lock must be no weapon.
  if (is_known) return [of_source];
  return [
    of_source,
    { username: ANYBODY, address, code: "RATE_LIMITED", failures: 60, within_minutes: 1 },
    { username: name, address: ANYWHERE, code: "ACCOUNT_LOCKED", failures: 20, within_minutes: LOCK_MINUTES },
  ];
}

/** @throws Failure ACCOUNT_LOCKED or RATE_LIMITED with the seconds left. */
async function refuseLocked(sql: Sql, attempt: Attempt): Promise<void> {
  const locks = locksOf(attempt);
  const rows = await sql<{ username: string; address: string; seconds: number }[]>`
    select username, address, ceil(extract(epoch from locked_until - now()))::int as seconds from login_failures
    where username in (${normalText(attempt.username)}, ${ANYBODY}) and locked_until > now()
      and address in ${sql(locks.map(({ address }) => address))}`;
  const held = locks
    .flatMap((lock) => {
      const row = rows.find(
        ({ username, address }) => username === lock.username && address === lock.address,
      );
      return row ? [{ code: lock.code, seconds: row.seconds }] : [];
    })
    .toSorted((a, b) => b.seconds - a.seconds)[0];
  if (!held) return;
  const retry_after = Math.max(1, held.seconds);
  throw new Failure(held.code, `Too many failed sign-ins. Try again in ${Math.ceil(retry_after / 60)} min`, {
    extra: { retry_after },
  });
}

interface Counted {
  /** Failures of this username from this address since the count began. */
  of_username: number;
  /** Failures of this address over all usernames in the last minute. */
  of_address: number;
  /** Whether this failure locked something. */
  locked: boolean;
}

/** Counts one failure. A count restarts when its time or its lock is over. */
export async function countFailure(sql: Sql, attempt: Attempt): Promise<Counted> {
  const counts = await Promise.all(
    locksOf(attempt).map(async ({ username, address, failures, within_minutes }) => {
      const [row] = await sql<{ failures: number; locked: boolean }[]>`
        insert into login_failures as f (username, address, failures) values (${username}, ${address}, 1)
        on conflict (username, address) do update set
          failures = case when f.since < now() - make_interval(mins => ${within_minutes}) or f.locked_until < now()
            then 1 else f.failures + 1 end,
          since = case when f.since < now() - make_interval(mins => ${within_minutes}) or f.locked_until < now()
            then now() else f.since end,
          locked_until = case when f.locked_until < now() then null
            when f.locked_until is null and f.since >= now() - make_interval(mins => ${within_minutes})
              and f.failures + 1 >= ${failures} then now() + make_interval(mins => ${LOCK_MINUTES})
            else f.locked_until end
        returning failures, locked_until is not null and failures = ${failures} as locked`;
      return row ?? { failures: 0, locked: false };
    }),
  );
  return {
    of_username: counts[0]?.failures ?? 0,
    of_address: counts[1]?.failures ?? 0,
    locked: counts.some(({ locked }) => locked),
  };
}

/**
 * After a right sign-in: what was counted from here is forgotten, also of the count from anywhere.
 * @returns how many failures came before it.
 */
export async function forgetFailures(sql: Sql, { username, source }: Attempt): Promise<number> {
  const name = normalText(username);
  const [gone] = await sql<{ failures: number }[]>`
    delete from login_failures where username = ${name} and address = ${source} returning failures`;
  if (!gone) return 0;
  await sql`update login_failures set failures = greatest(0, failures - ${gone.failures})
    where username = ${name} and address = ${ANYWHERE}`;
  return gone.failures;
}

/**
 * Lets somebody of whom nothing is known try a code. Five wrong ones lock their address out of it, and nobody else: a lock for
 * all addresses would let anybody keep everybody out.
 * @param work answers null where the code is wrong
 * @throws Failure ACCOUNT_LOCKED, and what the work throws.
 */
export async function tryCode<T>(
  sql: Sql,
  what: string,
  ip: string | null,
  work: () => Promise<T | null>,
): Promise<T | null> {
  const address = countedAddress(ip);
  const attempt: Attempt = { username: what, source: address, address, is_known: true };
  await refuseLocked(sql, attempt);
  const found = await work();
  if (found === null) await countFailure(sql, attempt);
  else await forgetFailures(sql, attempt);
  return found;
}

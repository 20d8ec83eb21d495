// Counts failed sign-ins of a username, known or not, and locks it after five for a quarter of an hour (contract §2).
import { Failure } from "../../shared/kernel/failure.ts";
import type { Row, Sql } from "../kernel/db.ts";

const FAILURES_ALLOWED = 5;
const LOCK_MINUTES = 15;

const queues = new Map<string, Promise<unknown>>();

/** Runs attempts on one username one after the other, so that many at once can't all pass before the first is counted. */
export async function oneAttemptAtATime<T>(username: string, work: () => Promise<T>): Promise<T> {
  const key = username.toLowerCase();
  const turn = (queues.get(key) ?? Promise.resolve()).then(work, work);
  queues.set(key, turn);
  try {
    return await turn;
  } finally {
    if (queues.get(key) === turn) queues.delete(key);
  }
}

/** @throws Failure ACCOUNT_LOCKED with the seconds left. */
export async function refuseLocked(sql: Sql, username: string): Promise<void> {
  const [row] = await sql<{ seconds: number }[]>`
    select ceil(extract(epoch from locked_until - now()))::int as seconds from login_failures
    where username = ${username.toLowerCase()} and locked_until > now()`;
  if (!row) return;
  const extra = { retry_after: Math.max(1, row.seconds) };
  throw new Failure(
    "ACCOUNT_LOCKED",
    `Too many failed sign-ins. Try again in ${Math.ceil(extra.retry_after / 60)} min`,
    { extra },
  );
}

/** Failures that lie further back than a lock lasts are forgotten. */
export async function countFailure(sql: Sql, username: string): Promise<void> {
  const span = `${LOCK_MINUTES} minutes`;
  await sql<Row[]>`
    insert into login_failures as f (username, failures) values (${username.toLowerCase()}, 1)
    on conflict (username) do update set
      failures = case when f.updated_at < now() - ${span}::interval or f.locked_until < now() then 1 else f.failures + 1 end,
      updated_at = now()`;
  await sql`update login_failures set locked_until = now() + ${span}::interval, failures = 0
    where username = ${username.toLowerCase()} and failures >= ${FAILURES_ALLOWED}`;
  await sql`update login_failures set locked_until = null where username = ${username.toLowerCase()} and locked_until < now()`;
}

export async function forgetFailures(sql: Sql, username: string): Promise<void> {
  await sql`delete from login_failures where username = ${username.toLowerCase()}`;
}

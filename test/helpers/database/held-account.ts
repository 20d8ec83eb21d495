// A customer's account that somebody else holds, so that what is done about it meanwhile waits.
import { expect } from "vitest";
import type { Sql } from "../../../server/kernel/db/db.ts";
import { waitingForLocks } from "./cluster.ts";

interface Held<T> {
  sql: Sql;
  database_url: string;
  tenant: string;
  customer: string;
  /** What waits for the account. */
  first(): Promise<T>;
}

/**
 * Does some work while `first` is under way and waits.
 * @returns what the work came to, and `first` once the account was free.
 */
export async function whileHeld<F, T>(held: Held<F>, work: () => Promise<T>): Promise<{ first: F; done: T }> {
  const { sql, database_url, tenant, customer } = held;
  const begun: Promise<F>[] = [];
  const done = await sql.begin(async (tx) => {
    await tx`select 1 from billing_accounts where tenant_id = ${tenant} and customer = ${customer} for no key update`;
    begun.push(held.first());
    const waiting = () => waitingForLocks(database_url);
    await expect.poll(waiting, { interval: 5 }).toBeGreaterThan(0);
    return work();
  });
  return { first: await begun[0]!, done: done as T };
}

// Every report of money, of past days: an act changes none of a day before the earliest on which it books anything.
import { expect } from "vitest";
import { addDays, type Day, monthOf } from "../../../shared/kernel/day.ts";
import type { Body } from "../../acceptance/helpers/money.ts";
import { ok } from "../helpers/tenant.ts";
import { FURTHEST, type Life } from "./life.ts";

type Answers = Readonly<Record<string, Body>>;

/** What is shown of the days up to one. */
async function shownUpTo({ owner, customers, sold, desktop }: Life, day: Day): Promise<Answers> {
  const span = `from=${addDays(day, -9)}&to=${day}`;
  const paths = [
    ...["", "&group_by=holder", "&group_by=source"].map((by) => `/reports/trial-balance/?as_of=${day}${by}`),
    `/reports/balance-sheet/?as_of=${day}`,
    `/reports/profit-and-loss/?${span}`,
    `/reports/ageing/?as_of=${day}`,
    ...["cashier", "method", "day", "package"].map((by) => `/reports/collections/?${span}&group_by=${by}`),
    `/reports/tax/?${span}`,
    `/reports/tax/invoices/?${span}`,
    `/reports/reseller-settlements/?${span}`,
    `/reports/cash/?as_of=${day}`,
    ...[...customers, sold].map((id) => `/customers/${id}/statement/?${span}`),
    `/reports/general-ledger/?${span}`,
    `/reports/cash/day-sheet/?holder=${desktop.code}&date=${day}`,
    `/reports/mrr/?month=${monthOf(addDays(`${monthOf(day)}-01`, -1))}`,
  ];
  const read = paths.map(async (path): Promise<[string, Body]> => [path, await ok<Body>(owner.get(path))]);
  return Object.fromEntries(await Promise.all(read));
}

/** The earliest day on which anything was booked after an entry. */
async function firstBooked({ sql, tenant, today }: Life, entry_no: string): Promise<Day> {
  const [row] = await sql<{ day: Day | null }[]>`select /* a test's own */ min(entry_date)::text as day
    from ledger_entries where tenant_id = ${tenant} and entry_no > ${entry_no}`;
  return row?.day ?? today;
}

async function lastEntry({ sql, tenant }: Life): Promise<string> {
  const [row] = await sql<
    { entry_no: string }[]
  >`select /* a test's own */ coalesce(max(entry_no), 0)::text as entry_no
    from ledger_entries where tenant_id = ${tenant}`;
  return row?.entry_no ?? "0";
}

/** Some days of the past, as they were shown after the last acts. */
export class PastDays {
  readonly #life: Life;
  readonly #shown = new Map<Day, Answers>();
  #last = "0";
  /** How often a day was compared. */
  compared = 0;

  constructor(life: Life) {
    this.#life = life;
  }

  /** Looks at one more day by chance. */
  async lookAtOneMore(): Promise<void> {
    const { today, eyes } = this.#life;
    const day = addDays(today, -eyes.between(1, FURTHEST + 5));
    this.#shown.set(day, await shownUpTo(this.#life, day));
    this.#last = await lastEntry(this.#life);
  }

  /**
   * What was shown before some acts, of the days before the earliest that they book on, is shown still. Now and then the day that was
   * looked at longest gives its place to another.
   * @param acts as they are called.
   */
  async stand(acts: string): Promise<void> {
    const first = await firstBooked(this.#life, this.#last);
    for (const [day, before] of this.#shown) {
      const now = await shownUpTo(this.#life, day);
      this.#shown.set(day, now);
      if (day >= first) continue;
      this.compared += 1;
      expect([acts, first, now]).toEqual([acts, first, before]);
    }
    this.#last = await lastEntry(this.#life);
    if (!this.#life.eyes.chance(0.3)) return;
    const [longest] = this.#shown.keys();
    if (longest) this.#shown.delete(longest);
    await this.lookAtOneMore();
  }
}

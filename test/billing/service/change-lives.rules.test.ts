// Lives of customers who buy days, change their package in any order and take changes back: whatever happened, no day is paid twice, no
// money that bought days to come is free, and what is done and taken back is as if it had not been, to the day and to the cent.
import fc from "fast-check";
import { expect, it } from "vitest";
import { restoreDays, type SettledDays, settleDays } from "../../../server/billing/service/settle-days.ts";
import type { Credit } from "../../../shared/billing/ledger/money-records.ts";
import type { MoneyPlan } from "../../../shared/billing/ledger/plan.rules.ts";
import {
  type ChangeFigures,
  type Covering,
  planChange,
  type SoldPackage,
  worthOf,
} from "../../../shared/billing/service/change.rules.ts";
import { addDays, type Day, laterDay } from "../../../shared/kernel/day.ts";
import { add, type Minor, subtract, ZERO } from "../../../shared/kernel/money.ts";
import { lot } from "../../helpers/lot.ts";

const LIVES = { numRuns: lot(500, 100_000) };

const PACKAGES = (
  [
    ["dear", 300_000, 30],
    ["cheap", 30_000, 30],
    ["week", 33_333, 7],
    ["free", 0, 30],
    ["year", 1, 365],
    ["decade", 1_000_000, 3_650],
  ] as const
).map(([name, price, validity_days]): SoldPackage => {
  const sold = { price: BigInt(price) as Minor, validity_days, billing_months: 1 };
  return { id: name, name, ...sold, tax_code: null, rates: [] };
});

/** A change that holds, with what takes it back. */
interface Held {
  id: string;
  from: SoldPackage;
  figures: ChangeFigures;
  settled: SettledDays;
}

interface State {
  today: Day;
  pack: SoldPackage;
  expiry_date: Day | null;
  covers: readonly Covering[];
  credits: readonly Credit[];
  /** What changes that hold billed. */
  billed: Minor;
  held: readonly Held[];
}

const byDay = (a: Covering, b: Covering) => (a.covers_from < b.covers_from ? -1 : 1);

type Written = Pick<SettledDays, "changes"> & { plan: Pick<MoneyPlan, "covers" | "bound"> };

/** What is written of days and bound money, upon what there was. @param known what may come back, of days that were cut off whole */
function write(
  { covers, credits }: Pick<State, "covers" | "credits">,
  written: Written,
  known: readonly Covering[],
) {
  const days = new Map(covers.map((one) => [one.id, one]));
  for (const { id, covers_from, covers_to } of [...written.plan.covers, ...written.changes]) {
    const had = days.get(id) ?? known.find((one) => one.id === id);
    if (had && covers_from && covers_to) days.set(id, { ...had, covers_from, covers_to });
    else days.delete(id);
  }
  const bound = new Map(written.plan.bound.map((one) => [one.payment_transaction, one.bound_amount]));
  return {
    covers: [...days.values()].sort(byDay),
    credits: credits.map((one) => ({
      ...one,
      bound_amount: bound.get(one.payment_transaction) ?? one.bound_amount ?? ZERO,
    })),
  };
}

function recharged(life: State, known: Covering[], amount: Minor, days: number): State {
  const id = `paid ${known.length}`;
  const covers_from = addDays(laterDay(life.expiry_date, addDays(life.today, -1)) ?? life.today, 1);
  const covers_to = addDays(covers_from, days - 1);
  const cover: Covering = {
    ...{ kind: "recharge", id, payment_transaction: id, amount, days, covers_from, covers_to },
  };
  known.push(cover);
  const credit = { payment_transaction: id, received_at: "2026-01-01T00:00:00Z" };
  const money = { unallocated_amount: amount, bound_amount: amount };
  return {
    ...{ ...life, expiry_date: covers_to, covers: [...life.covers, cover].sort(byDay) },
    credits: [...life.credits, { ...credit, ...money }],
  };
}

function changed(life: State, known: Covering[], to: SoldPackage, settle: "KEEP_DAYS" | "CONVERT"): State {
  const { today, expiry_date, covers, credits, pack: from } = life;
  if (to.id === from.id) return life;
  const figures = planChange(
    {
      ...{ today, expiry_date, covers, from, to, discount: ZERO, addons: [], billing_mode: "PREPAID" },
      ...{ billed: [], charges: [], offers: [] },
    },
    { when: "NOW", settle, furthest: 366 },
  );
  const settled = settleDays(figures, covers, credits);
  const { mode, days, cost, priced_from, new_expiry_date, to_pay, rest_value, freed } = figures;
  const after = write(life, settled, known);
  const id = `change ${known.length}`;
  const own: Covering[] =
    mode === "PREPAID" && days > 0 && new_expiry_date !== null
      ? [
          {
            ...{ kind: "service_change", id, payment_transaction: null, amount: cost, days },
            ...{ covers_from: priced_from, covers_to: new_expiry_date },
          },
        ]
      : [];
  known.push(...own);
  // The parts are the whole: what the rest was worth and what is paid are what the days cost and what is freed.
  if (mode === "PREPAID") expect(add(rest_value, to_pay)).toBe(add(cost, freed));
  return {
    ...{ today, pack: to, expiry_date: new_expiry_date, billed: add(life.billed, to_pay) },
    ...{ covers: [...after.covers, ...own].sort(byDay), credits: after.credits },
    held: [...life.held, { id, from, figures, settled }],
  };
}

/** The latest change taken back; what was bought since moves with its days. */
function undone(life: State, known: readonly Covering[]): State {
  const last = life.held.at(-1);
  if (!last) return life;
  const { id, from, figures, settled } = last;
  const { mode, new_expiry_date, to_pay } = figures;
  const covers = life.covers.filter((one) => one.id !== id);
  const moved = { after: mode === "PREPAID" ? new_expiry_date : null, by: settled.moved };
  const back = restoreDays(settled, moved, covers, life.credits);
  expect(back).not.toBeNull();
  if (back === null) return life;
  const { expiry_date } = life;
  return {
    ...{ ...life, ...write({ covers, credits: life.credits }, back, known), pack: from },
    expiry_date: expiry_date && addDays(expiry_date, -settled.moved),
    billed: subtract(life.billed, to_pay),
    held: life.held.slice(0, -1),
  };
}

function check({ today, covers, expiry_date, credits, billed }: State): void {
  covers.forEach((one, at) => {
    const next = covers[at + 1];
    expect(one.covers_from <= one.covers_to).toBe(true);
    if (next) expect(one.covers_to < next.covers_from).toBe(true);
  });
  if (covers.length > 0) expect(covers.at(-1)?.covers_to).toBe(expiry_date);
  const bound = add(...credits.map(({ bound_amount = ZERO }) => bound_amount));
  for (const { unallocated_amount, bound_amount = ZERO } of credits)
    expect(bound_amount >= 0n && bound_amount <= unallocated_amount).toBe(true);
  if (expiry_date !== null && expiry_date > today)
    expect(worthOf(covers, addDays(today, 1), expiry_date) <= add(bound, billed)).toBe(true);
}

const step = fc.oneof(
  fc.record({ kind: fc.constant("recharge"), of: fc.nat(500_000), days: fc.integer({ min: 1, max: 400 }) }),
  fc.record({ kind: fc.constant("change"), of: fc.nat(PACKAGES.length - 1), days: fc.nat(1) }),
  fc.record({ kind: fc.constant("there and back"), of: fc.nat(PACKAGES.length - 1), days: fc.nat(1) }),
  fc.record({ kind: fc.constant("undo"), of: fc.constant(0), days: fc.constant(0) }),
  fc.record({ kind: fc.constant("days pass"), of: fc.constant(0), days: fc.integer({ min: 1, max: 40 }) }),
);
/** 29 February, the 31st, the nights on which clocks change, and any other day. */
const birthday = fc.oneof(
  fc.constantFrom("2028-02-28", "2028-02-29", "2026-12-31", "2027-01-31", "2027-03-27", "2027-10-30"),
  fc.nat(4_000).map((days) => addDays("2026-01-01", days)),
);

it("Days that are bought, changed and taken back in any order are paid once, and what is taken back was never done", () => {
  fc.assert(
    fc.property(birthday, fc.array(step, { minLength: 1, maxLength: 12 }), (born, steps) => {
      const [first] = PACKAGES;
      if (!first) return;
      const known: Covering[] = [];
      const money = { covers: [], credits: [], billed: ZERO, held: [] };
      let life: State = { today: born, pack: first, expiry_date: null, ...money };
      for (const { kind, of, days } of steps) {
        const to = PACKAGES[of] ?? first;
        const settle = days === 0 ? "KEEP_DAYS" : "CONVERT";
        if (kind === "recharge") life = recharged(life, known, BigInt(of) as Minor, days);
        if (kind === "change") life = changed(life, known, to, settle);
        if (kind === "undo") life = undone(life, known);
        // A change of an earlier day stands.
        if (kind === "days pass") life = { ...life, today: addDays(life.today, days), held: [] };
        if (kind === "there and back" && to.id !== life.pack.id)
          expect(undone(changed(life, known, to, settle), known)).toEqual(life);
        check(life);
        // A cent a year buys more days than the calendar has; what would be moved behind its end has no day.
        if ((life.expiry_date ?? born) > "9000-01-01") return;
      }
    }),
    LIVES,
  );
});

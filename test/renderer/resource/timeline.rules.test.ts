// A timeline is one order of many lists, whichever of them were read how far, and reading on only adds below.
import fc from "fast-check";
import { expect, test } from "vitest";
import { byDay, type Happened, merged, type Part } from "../../../renderer/kernel/timeline/merge.ts";
import { lineOf, told } from "../../../renderer/kernel/timeline/told.ts";
import { CUSTOMER_TOLD } from "../../../renderer/timeline/customer-told.tsx";
import { invoice, servicePause } from "../../../shared/billing/index.ts";
import { metaOf } from "../../../shared/kernel/field.ts";
import { RESOURCES } from "../../../shared/resources.ts";

/** Few moments, so that many lines share one. */
const lists = fc.array(fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 12 }), {
  minLength: 1,
  maxLength: 5,
});

const newestFirst = (a: Happened, b: Happened) => b.at - a.at || (a.key < b.key ? -1 : 1);

const named = (moments: readonly (readonly number[])[]): Happened[][] =>
  moments.map((list, part) => list.map((at, n) => ({ key: `${part} ${n}`, at })).sort(newestFirst));

/** A list of the server's comes in its order, of which no more is known than its first records. */
function readTo(lines: readonly Happened[], count: number): Part<Happened> {
  const read = lines.slice(0, count);
  const last = read.at(-1);
  return { lines: read, read_to: count < lines.length && last ? last.at : null };
}

test("Lists that are here as a whole are told as one list in its order, each line once, however many are asked for", () => {
  fc.assert(
    fc.property(lists, fc.integer({ min: 1, max: 70 }), (moments, count) => {
      const all = named(moments);
      const { lines, has_older, behind } = merged(
        all.map((one) => ({ lines: one, read_to: null })),
        count,
      );
      const whole = all.flat().sort(newestFirst);
      expect(lines).toEqual(whole.slice(0, count));
      expect(has_older).toBe(whole.length > count);
      expect(behind).toEqual([]);
    }),
  );
});

test("Reading on never puts a line above one that was shown, and in the end tells each once", () => {
  fc.assert(
    fc.property(
      lists,
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 4 }),
      (moments, step, page) => {
        const all = named(moments);
        const read = all.map(() => page);
        let count = step;
        let shown: readonly Happened[] = [];
        for (let turn = 0; ; turn += 1) {
          // Each turn reads a page or asks for more lines, of which there are no more than these.
          expect(turn).toBeLessThan(300);
          const { lines, has_older, behind } = merged(
            all.map((one, n) => readTo(one, read[n] ?? 0)),
            count,
          );
          expect(lines.slice(0, shown.length)).toEqual(shown);
          shown = lines;
          if (!has_older) break;
          for (const n of behind) read[n] = (read[n] ?? 0) + page;
          if (behind.length === 0) count += step;
        }
        expect(shown).toEqual(all.flat().sort(newestFirst));
      },
    ),
  );
});

test("Days have the lines that follow each other, and nothing is left out", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("2026-03-03", "2026-03-02", "2026-03-01")), (days) => {
      const lines = [...days]
        .sort()
        .reverse()
        .map((day, n) => ({ day, n }));
      const told = byDay(lines);
      expect(told.flatMap((day) => day.lines)).toEqual(lines);
      expect(told.map(({ day }) => day)).toEqual([...new Set(lines.map(({ day }) => day))]);
    }),
  );
});

test("What happened on a day stands at the moment it was written down where that is the day, else at the day's beginning in the company's zone", () => {
  const bill = CUSTOMER_TOLD.find(({ resource }) => resource.name === invoice.name);
  if (!bill) throw new Error("Bills are not told");
  const record = { id: "1", issue_date: "2026-03-02", created_at: "2026-03-01T20:30:00Z" };
  const at = (zone: string) => lineOf(bill, record, zone);
  expect(at("Asia/Dhaka")).toMatchObject({
    day: "2026-03-02",
    time: null,
    at: Date.parse(record.created_at),
  });
  expect(at("UTC")).toMatchObject({ day: "2026-03-02", at: Date.parse("2026-03-02T00:00:00Z") });
});

test("What does not say when it happened is not told", () => {
  const [pause] = CUSTOMER_TOLD.filter(({ resource }) => resource.name === servicePause.name);
  if (!pause) throw new Error("Pauses are not told");
  expect(lineOf(pause, { id: "1", from_date: null }, "UTC")).toBeNull();
  expect(
    told(invoice, {
      ...{ via: "customer", kind: "timeline.bills", icon: pause.icon },
      at: "due_date",
      says: [],
    }).id,
  ).not.toBe(pause.id);
});

/** What belongs to a customer and is no line, and why. */
const NOT_TOLD: Readonly<Record<string, string>> = {
  billing_account: "the account, which nothing happens to",
  recharge: "its payment is told",
  ledger_entry: "its document is told",
  payment_event: "the payment that it became is told",
  store_movement: "the part that was used is told",
  onu: "a state: the line shows it",
  incident_onu: "a state: the outage shows it",
  review_item: "what it is about is told",
};

test("All that belongs to a customer is told in their timeline, or is named with the reason", () => {
  const ofCustomers = RESOURCES.filter(({ fields }) =>
    Object.values(fields).some((field) => metaOf(field).references === "customer"),
  );
  const told = new Set(CUSTOMER_TOLD.map(({ resource }) => resource.name));
  const left_out = ofCustomers.map(({ name }) => name).filter((name) => !told.has(name));
  expect(left_out.sort()).toEqual(Object.keys(NOT_TOLD).sort());
});

test("Each list of a customer's timeline is asked for by whose it is, which an index answers, and has a name of its own", () => {
  const ids = CUSTOMER_TOLD.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { resource, via } of CUSTOMER_TOLD) {
    expect(resource.large?.filters, resource.name).toContain(via);
    const field = resource.fields[via];
    expect(field && metaOf(field).references, resource.name).toMatch(/^(customer|object)$/);
  }
});

// What several pieces of work leave to the end of their transaction is written with few statements, and in each one's order.
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  DeferredRows,
  type DeferredWrite,
  merged,
  statementsOf,
} from "../../../server/kernel/db/deferred-writes.ts";
import type { Fragment } from "../../../server/kernel/db/sql-types.ts";

interface Written {
  table: string;
  ids: unknown[];
}

/** Rows whose statement says what it writes. */
const rowsOf = (table: string, ...ids: number[]): DeferredRows =>
  new DeferredRows(
    table,
    ids.map((id) => ({ id })),
    (rows) => [{ table, ids: rows.map(({ id }) => id) } as unknown as Fragment],
  );
const read = (statements: readonly Fragment[]) => statements as unknown as Written[];
const mergedOf = (...works: DeferredWrite[][]) => read(merged(works));

it("Rows of several pieces of work for one table become one statement, each table in the order of all of them", () => {
  const work = (id: number) => [rowsOf("recharges", id), rowsOf("payments", id), rowsOf("customers", id)];
  expect(mergedOf(work(1), work(2), work(3))).toEqual([
    { table: "recharges", ids: [1, 2, 3] },
    { table: "payments", ids: [1, 2, 3] },
    { table: "customers", ids: [1, 2, 3] },
  ]);
});

it("A piece of work that writes a table besides has it between those that the others write", () => {
  const first = [rowsOf("payments", 1), rowsOf("customers", 1)];
  const second = [rowsOf("payments", 2), rowsOf("allocations", 2), rowsOf("customers", 2)];
  expect(mergedOf(first, second).map(({ table }) => table)).toEqual(["payments", "allocations", "customers"]);
});

it("A row that two pieces of work write is written in their order, by a statement each", () => {
  expect(mergedOf([rowsOf("accounts", 1)], [rowsOf("accounts", 1)])).toEqual([
    { table: "accounts", ids: [1] },
    { table: "accounts", ids: [1] },
  ]);
});

it("A statement that is nobody else's stays as it is, where it stood", () => {
  const own = { table: "own", ids: [] } as unknown as Fragment;
  expect(mergedOf([rowsOf("payments", 1), own, rowsOf("customers", 1)], [rowsOf("customers", 2)])).toEqual([
    { table: "payments", ids: [1] },
    own,
    { table: "customers", ids: [1, 2] },
  ]);
});

it("Whatever is merged, each row is written once, and each piece of work's rows in its order", () => {
  const table = fc.constantFrom("a", "b", "c", "d");
  const works = fc.array(fc.array(fc.tuple(table, fc.integer({ min: 1, max: 3 })), { maxLength: 5 }), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(works, (given) => {
      let id = 0;
      const planned = given.map((work) =>
        work.map(([name, count]) => rowsOf(name, ...Array.from({ length: count }, () => ++id))),
      );
      const order = (statements: readonly Fragment[]) => read(statements).flatMap(({ ids }) => ids);
      const all = order(merged(planned));
      expect(all.toSorted()).toEqual(planned.flatMap((work) => order(statementsOf(work))).toSorted());
      for (const work of planned) {
        const places = order(statementsOf(work)).map((one) => all.indexOf(one));
        expect(places).toEqual(places.toSorted((one, other) => one - other));
      }
    }),
  );
});

// Ids are found by numbers made of them, and two ids may have the same: they are told apart all the same.
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { IdNumbers } from "../../../renderer/kernel/replica/memory/id-numbers.ts";
import type { MarkedRow } from "../../../renderer/kernel/replica/memory/replica-record.ts";
import { filledSchemaOf, SMALL } from "../../../renderer/kernel/replica/memory/tables.ts";
import { nextMarks } from "../../../renderer/kernel/replica/storage/marks.ts";
import { BlockTable } from "../../../renderer/kernel/replica/storage/table/block-table.ts";

vi.mock("../../../renderer/kernel/replica/memory/id-hash.ts", () => ({
  // Only the length of an id tells: nearly all have a twin.
  idCells: (id: string) => [id.length, 0],
}));

const ids = fc.array(fc.record({ id: fc.stringMatching(/^[ab]{1,4}$/), gone: fc.boolean() }), {
  maxLength: 80,
});

test("A table answers each record under its own id where others' ids have the same numbers", () => {
  fc.assert(
    fc.property(ids, (changes) => {
      const table = new BlockTable(filledSchemaOf(SMALL));
      const all = new Map<string, MarkedRow>();
      for (const { id, gone } of changes) {
        const row = gone
          ? null
          : { replica_key: id, replica_collection: "some", _deleted: false, ...nextMarks() };
        expect(table.put(id, row)).toBe(all.get(id) ?? null);
        if (row) all.set(id, row);
        else all.delete(id);
        expect(new Set(table.rows())).toEqual(new Set(all.values()));
      }
      for (const id of ["a", "b", "aa", "ab", "aba", "bbb"]) expect(table.get(id)).toBe(all.get(id));
    }),
  );
});

test("Ids keep their numbers when they are taken over from what was kept, and those whose records are gone are free for others", () => {
  fc.assert(
    fc.property(ids, (changes) => {
      const there: (string | undefined)[] = [];
      let numbers = new IdNumbers((number) => there[number]);
      for (const { id, gone } of changes) {
        if (gone) {
          const number = numbers.of(id);
          if (number >= 0) there[number] = undefined;
          numbers = new IdNumbers((at) => there[at], numbers.cells);
        } else there[numbers.give(id)] = id;
        for (const [number, known] of there.entries())
          if (known !== undefined) expect(numbers.of(known)).toBe(number);
      }
    }),
  );
});

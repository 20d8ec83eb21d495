// Where the records on disk lie: the newest version of each is found, and a long table grows a little at a time.
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { idCells } from "../../../renderer/kernel/replica/memory/id-hash.ts";
import { DELETED, widthOf } from "../../../renderer/kernel/replica/on-disk/columns.ts";
import { DiskTable } from "../../../renderer/kernel/replica/on-disk/disk-table.ts";

const WIDTH = widthOf([]);
const BATCH = 500;

interface Change {
  readonly id: string;
  readonly gone: boolean;
}

function cellsOf(changes: readonly Change[]): Uint32Array {
  const cells = new Uint32Array(changes.length * WIDTH);
  for (const [n, { id, gone }] of changes.entries()) {
    cells.set(idCells(id), n * WIDTH);
    if (gone) cells[n * WIDTH + 2] = DELETED;
  }
  return cells;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test("Whatever is added, changed and deleted, a record is found where its newest version lies, and nowhere else", () => {
  const change = fc.record({
    id: fc.integer({ min: 0, max: 400 }).map((n) => `id ${n}`),
    gone: fc.boolean(),
  });
  const batches = fc.array(fc.array(change, { minLength: 1, maxLength: 120 }), {
    minLength: 1,
    maxLength: 40,
  });
  fc.assert(
    fc.property(batches, (all) => {
      const table = new DiskTable("g", []);
      const newest = new Map<string, { batch: number; at: number; gone: boolean }>();
      for (const [batch, changes] of all.entries()) {
        table.add(cellsOf(changes));
        for (const [at, { id, gone }] of changes.entries()) newest.set(id, { batch, at, gone });
      }
      const here = [...newest.values()].filter(({ gone }) => !gone);
      expect(table.live).toBe(here.length);
      for (const [id, { batch, at, gone }] of newest)
        expect(table.placesOf([id])).toEqual(gone ? [] : [{ batch, at: [at] }]);
      expect(table.placesOf(["unknown"])).toEqual([]);
      const found = table.placesFor({}, { limit: undefined, sort: undefined })[0]!;
      expect(found.reduce((sum, { at }) => sum + at.length, 0)).toBe(here.length);
      for (const { batch, at } of here) expect(table.isLive(batch, at)).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test("A batch that comes to 200,000 records puts no more than some thousands of them into their places anew", () => {
  let made = 0;
  vi.stubGlobal(
    "Int32Array",
    class extends Int32Array {
      constructor(length: number) {
        super(length);
        made += length;
      }
    },
  );
  const table = new DiskTable("g", []);
  let most = 0;
  for (let start = 0; start < 200_000; start += BATCH) {
    const ids = Array.from({ length: BATCH }, (_, n) => ({ id: `0197-${start + n}`, gone: false }));
    made = 0;
    table.add(cellsOf(ids));
    most = Math.max(most, made);
  }
  expect(table.live).toBe(200_000);
  expect(most).toBeGreaterThan(0);
  // Of slots there are twice as many as records at least; as one piece they would be 524,288.
  expect(most).toBeLessThan(131_072);
});

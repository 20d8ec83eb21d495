// A search as it lies on disk: opened again it is the one that was kept, and goes on as that would have.
import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Search } from "../../../renderer/kernel/replica/index.ts";
import { listOf, pack } from "../../../renderer/kernel/replica/search/pack.ts";
import { textsOf, Unpacked } from "../../../renderer/kernel/replica/search/packed.ts";
import { type CustomerRow, customerSearch } from "../../../renderer/subscribers/customer/customer-search.ts";
import { customers } from "../helpers/people.ts";

async function bytesOf(search: Search<CustomerRow>): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await search.kept.write();
  if (!bytes) throw new Error("The search changed while it was kept");
  return bytes;
}

async function openedAgain(search: Search<CustomerRow>): Promise<Search<CustomerRow>> {
  const again = customerSearch.open();
  again.kept.open((await bytesOf(search)).buffer);
  return again;
}

const letters = fc.string({ unit: fc.constantFrom(..."ab1-+ ক\n"), maxLength: 6 });
const change = fc.record({
  id: fc.constantFrom(..."pqrstuvw"),
  name: letters,
  phone: fc.string({ unit: fc.constantFrom(..."12-+ "), maxLength: 6 }),
  area: letters,
  status: fc.constantFrom("ACTIVE", "EXPIRED"),
  _deleted: fc.boolean(),
});

test("A search that was kept and opened again finds what one finds that was never closed, whatever changes after it", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(fc.array(change, { minLength: 1, maxLength: 4 }), letters, fc.constant(null)), {
        maxLength: 12,
      }),
      fc.nat({ max: 300 }),
      async (steps, many) => {
        const here = customerSearch.open();
        here.apply(customers(many).map((one) => ({ ...one, _deleted: false })));
        let other = await openedAgain(here);
        for (const step of steps) {
          if (step === null) other = await openedAgain(other);
          else if (typeof step === "string") {
            expect(other.search(step, { limit: 500 })).toEqual(here.search(step, { limit: 500 }));
            const passes = (row: CustomerRow) => row.status === "ACTIVE" && row.due_amount !== "";
            expect(other.search(step, { passes })).toEqual(here.search(step, { passes }));
          } else {
            here.apply(step);
            other.apply(step);
          }
          expect(other.kept.count()).toBe(here.kept.count());
        }
      },
    ),
    { numRuns: 120 },
  );
});

test("A search that changes while it is written down is not kept", async () => {
  const search = customerSearch.open();
  search.apply(customers(3000).map((one) => ({ ...one, _deleted: false })));
  const writing = search.kept.write();
  search.apply([{ ...customers(1)[0]!, name: "Somebody Else", _deleted: false }]);
  expect(await writing).toBeNull();
});

test("What is kept of many is written a little at a time, and no further once it has changed", async () => {
  const texts = Array.from({ length: 10_000 }, (_, n) => `text ${n}`);
  let rests = 0;
  const goOn = async () => {
    rests += 1;
    return true;
  };
  const list = await listOf(texts, goOn);
  expect(rests).toBe(3);
  expect(textsOf(new Uint8Array(Buffer.concat(list ?? [])))).toEqual(texts);
  const lists = [
    new Uint32Array(2_500_000).fill(9),
    [new Uint8Array(3).fill(8), new Uint8Array(5_000_000).fill(7)],
  ];
  rests = 0;
  const bytes = await pack("words", lists, goOn);
  expect(rests).toBe(6);
  const opened = new Unpacked(bytes!.buffer);
  expect(opened.words).toBe("words");
  expect(opened.next(Uint32Array)).toEqual(lists[0]);
  expect(Buffer.compare(opened.next(Uint8Array), Buffer.concat(lists[1] as Uint8Array[]))).toBe(0);
  let left = 4;
  const notForLong = async () => --left > 0;
  expect(await pack("words", lists, notForLong)).toBeNull();
  expect(await listOf(texts, notForLong)).toBeNull();
  expect(left).toBe(-1);
});

test("Bytes that are no kept search are refused, and the search stays as it was", async () => {
  const search = customerSearch.open();
  search.apply(customers(20).map((one) => ({ ...one, _deleted: false })));
  const whole = await bytesOf(search);
  for (const length of [0, 3, 40, whole.length - 64])
    expect(() => search.kept.open(whole.slice(0, length).buffer)).toThrow();
  expect(search.search("user1").total).toBe(11);
});

test("What is kept of a search has the form that its format names: with another one FORMAT or the declaration's shape goes up", async () => {
  const search = customerSearch.open();
  search.apply(customers(400).map((one) => ({ ...one, _deleted: false })));
  search.apply([{ ...customers(6)[5]!, _deleted: true }]);
  search.apply([{ ...customers(7)[6]!, phone: "02-9 ext 12", _deleted: false }]);
  const digest = createHash("sha256")
    .update(await bytesOf(search))
    .digest("hex");
  expect({ format: search.kept.format, digest }).toEqual({
    format: "4.2",
    digest: "a5aa59bbdf279945a0904d44a33655d8084999881ae8af8b8c41c4a13fe07669",
  });
});

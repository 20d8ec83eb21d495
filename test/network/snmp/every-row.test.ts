// A table is read until nothing new comes: in whatever order its rows are told, and on behind one that is missing or never answered.
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { OltReader } from "../../../main/network/olt/olt-reader.ts";
import type { SnmpSession } from "../../../main/network/snmp/session.ts";
import { openTo, soon } from "./helpers/access.ts";
import { type Message, type Varbind, writeMessage } from "./helpers/ber.ts";
import {
  integer,
  octets,
  type Peer,
  type PeerOptions,
  type Rows,
  startPeer,
  systemRows,
} from "./helpers/peer.ts";

const P = "1.3.6.1.4.1.";
const HUAWEI = `${P}2011.6.128.1.1.2.`;
const [SERIAL, STATUS, RX, TX] = ["43.1.3", "46.1.15", "51.1.4", "51.1.3"].map((column) => HUAWEI + column);
const PORT = 4194312192;

const closing: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A Huawei OLT with so many ONUs on one port, all of them on-line. */
function huawei(many: number): Rows {
  const rows = systemRows(`${P}2011.2.123`);
  rows.set(`1.3.6.1.2.1.31.1.1.1.1.${PORT}`, octets("GPON 0/1/0"));
  for (let onu = 1; onu <= many; onu += 1) {
    const at = `${PORT}.${onu}`;
    const number = onu.toString(16).padStart(8, "0");
    rows.set(`${SERIAL}.${at}`, octets(Buffer.from(`48575443${number}`, "hex")));
    rows.set(`${STATUS}.${at}`, integer(1));
    rows.set(`${RX}.${at}`, integer(-2000 - onu));
    rows.set(`${TX}.${at}`, integer(200 + onu));
  }
  return rows;
}

async function start(
  rows: Rows,
  fault?: PeerOptions["fault"],
): Promise<{ peer: Peer; session: SnmpSession }> {
  const peer = await startPeer({ rows, fault });
  closing.push(() => peer.close());
  const session = openTo(peer.port, { timeout_ms: 40 });
  closing.push(() => session.close());
  return { peer, session };
}

function newReader(): OltReader {
  return new OltReader({
    vendor: "HUAWEI",
    clock: () => performance.now(),
    now: Date.now,
    slow_timeout_ms: 40,
  });
}

/** Nothing is answered that would hold one of these rows. */
const silentAbout =
  (...silent: string[]): PeerOptions["fault"] =>
  (_request, answer) =>
    answer.varbinds.some(({ oid, tag }) => tag < 128 && silent.includes(oid)) ? null : undefined;

const powers = (onus: readonly { rx_power_dbm: number | null; tx_power_dbm: number | null }[] = []) => ({
  rx: onus.filter((onu) => onu.rx_power_dbm !== null).length,
  tx: onus.filter((onu) => onu.tx_power_dbm !== null).length,
});

test("One ONU whose power is never answered costs nobody else their reading", async () => {
  const { session } = await start(huawei(32), silentAbout(`${RX}.${PORT}.4`, `${TX}.${PORT}.4`));
  const { reading } = await newReader().readAll(session);
  expect(reading).toMatchObject({ is_complete: true });
  expect(reading?.onus).toHaveLength(32);
  expect(powers(reading?.onus)).toEqual({ rx: 31, tx: 31 });
  expect(reading?.onus.find(({ onu_index }) => onu_index === 4)?.rx_power_dbm).toBeNull();
  expect(reading?.warnings).toContain("The received powers of one ONU were not answered.");
});

test("Several such ONUs, neighbours and the first and last of them, are each gone around", async () => {
  const dead = [1, 9, 10, 11, 32].map((onu) => `${RX}.${PORT}.${onu}`);
  const { session } = await start(huawei(32), silentAbout(...dead));
  const { reading } = await newReader().readAll(session);
  expect(powers(reading?.onus)).toEqual({ rx: 27, tx: 32 });
});

test("An ONU that was silent is asked again at the next reading", async () => {
  const { peer, session } = await start(huawei(12), silentAbout(`${RX}.${PORT}.4`));
  const reader = newReader();
  await reader.readAll(session);
  peer.fault = undefined;
  const { reading } = await reader.readAll(session);
  expect(powers(reading?.onus)).toEqual({ rx: 12, tx: 12 });
  expect(reading?.warnings.join(" ")).not.toContain("one ONU");
});

test("An ONU whose serial number is never answered hides none behind it, since the states list them", async () => {
  const { session } = await start(huawei(32), silentAbout(`${SERIAL}.${PORT}.4`));
  const { reading } = await newReader().readAll(session);
  expect(reading?.onus).toHaveLength(32);
  expect(reading?.is_complete).toBe(true);
  expect(reading?.onus.filter(({ serial_number }) => serial_number === null)).toHaveLength(1);
});

test("An ONU whose state is never answered hides no change of the others'", async () => {
  const { peer, session } = await start(huawei(12));
  const reader = newReader();
  await reader.readAll(session);
  peer.fault = silentAbout(`${STATUS}.${PORT}.4`);
  peer.rows.set(`${STATUS}.${PORT}.9`, integer(2));
  const look = await reader.readChanges(session);
  expect(look?.reading?.onus.filter(({ status }) => status !== "ONLINE").map((onu) => onu.onu_index)).toEqual(
    [9],
  );
  expect(look?.reading?.onus).toHaveLength(12);
});

test("A device that falls silent as a whole is told so, not asked for one ONU after the other", async () => {
  let is_off = false;
  const { peer, session } = await start(huawei(32), (request) => {
    is_off ||= request.varbinds[0]?.oid.startsWith(RX ?? "") ?? false;
    return is_off ? null : undefined;
  });
  await expect(newReader().readAll(session)).rejects.toMatchObject({ code: "ETIMEDOUT" });
  const asked = peer.requests.filter(({ varbinds }) => varbinds[0]?.oid.startsWith(RX ?? ""));
  expect(new Set(asked.map(({ varbinds }) => varbinds[0]?.oid)).size).toBe(1);
});

/** A device that lists its rows in an order of its own, as one that sorts their numbers as text. */
function inOrder(rows: Rows, order: (a: string, b: string) => number): PeerOptions["fault"] {
  const keys = [...rows.keys()];
  const columnOf = (oid: string) =>
    [SERIAL, STATUS, RX, TX].find((column) => oid.startsWith(`${column}.`)) ?? "";
  const columns = new Map<string, string[]>();
  for (const key of keys.sort(order)) {
    const column = columnOf(key);
    if (column) columns.set(column, [...(columns.get(column) ?? []), key]);
  }
  return (request, answer) => {
    const asked = request.varbinds[0]?.oid ?? "";
    const column = columnOf(`${asked}.`);
    const listed = columns.get(column);
    if (!listed || (request.pdu !== 0xa1 && request.pdu !== 0xa5)) return undefined;
    const at = asked === column ? 0 : listed.indexOf(asked) + 1;
    const many = request.pdu === 0xa1 ? 1 : request.second;
    const told: Varbind[] = listed
      .slice(at, at + many)
      .map((oid) => ({ oid, ...(rows.get(oid) ?? integer(0)) }));
    if (told.length < many) told.push({ oid: `${P}99999.1`, ...integer(0) });
    return [writeMessage({ ...answer, varbinds: told })];
  };
}

test("Rows that do not come in the order of their numbers are all read", async () => {
  const rows = huawei(32);
  const { session } = await start(
    rows,
    inOrder(rows, (a, b) => (a < b ? -1 : 1)),
  );
  const { reading } = await newReader().readAll(session);
  expect(reading?.onus).toHaveLength(32);
  expect(reading).toMatchObject({ is_complete: true });
  expect(powers(reading?.onus)).toEqual({ rx: 32, tx: 32 });
});

/** A device that stops where one row is missing: it answers that there is no such row instead of telling the next. */
function stopsAt(...missing: string[]): PeerOptions["fault"] {
  return (_request, answer) => {
    const at = answer.varbinds.findIndex(({ oid }) => missing.includes(oid));
    if (at < 0) return undefined;
    const gap: Varbind = {
      oid: missing.find((oid) => oid === answer.varbinds[at]?.oid) ?? "",
      tag: 0x81,
      body: Buffer.alloc(0),
    };
    const before = answer.varbinds.slice(0, at);
    // Its own object identifier again, or the one asked for.
    return [
      writeMessage({
        ...answer,
        varbinds: [...before, { ...gap, oid: before.at(-1)?.oid ?? _request.varbinds[0]?.oid ?? gap.oid }],
      }),
    ];
  };
}

test("A column that stops where one row is missing is read on behind it", async () => {
  const { session } = await start(huawei(32), stopsAt(`${RX}.${PORT}.4`));
  const { reading } = await newReader().readAll(session);
  expect(powers(reading?.onus)).toEqual({ rx: 31, tx: 32 });
});

test("A list that stops where one row is missing is not taken for the whole", async () => {
  const { session } = await start(huawei(32), stopsAt(`${SERIAL}.${PORT}.4`, `${STATUS}.${PORT}.4`));
  const { reading } = await newReader().readAll(session);
  expect(reading?.is_complete).toBe(false);
});

/** What a hostile device does to one answer. */
type Whim = "answer" | "lose" | "too big" | "half" | "again" | "from the start" | "none" | "null";
const whims: fc.Arbitrary<Whim> = fc.constantFrom(
  "answer",
  "answer",
  "answer",
  "answer",
  "lose",
  "too big",
  "half",
  "again",
  "from the start",
  "none",
  "null",
);

function act(whim: Whim, request: Message, answer: Message, column: string): Buffer[] | null | undefined {
  switch (whim) {
    case "lose":
      return null;
    case "too big":
      return request.pdu === 0xa5
        ? [writeMessage({ ...answer, first: 1, second: 0, varbinds: [] })]
        : undefined;
    case "half":
      return [
        writeMessage({
          ...answer,
          varbinds: answer.varbinds.slice(0, Math.max(1, answer.varbinds.length >> 1)),
        }),
      ];
    case "again":
      return [
        writeMessage({
          ...answer,
          varbinds: answer.varbinds.map(() => answer.varbinds[0] ?? { oid: column, ...integer(1) }),
        }),
      ];
    case "from the start":
      return [writeMessage({ ...answer, varbinds: [{ oid: `${column}.1`, ...integer(1) }] })];
    case "none":
      return [writeMessage({ ...answer, varbinds: [] })];
    case "null":
      return [
        writeMessage({
          ...answer,
          varbinds: answer.varbinds.map(({ oid }) => ({ oid, tag: 5, body: Buffer.alloc(0) })),
        }),
      ];
    default:
      return undefined;
  }
}

test("Whatever a device does, a walk ends, makes no row up, and says so where it has not read all", async () => {
  const column = `${P}99999.1`;
  const property = fc.asyncProperty(
    fc.uniqueArray(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 40 }),
    fc.array(whims, { maxLength: 25 }),
    fc.uniqueArray(fc.integer({ min: 1, max: 90 }), { maxLength: 3 }),
    fc.boolean(),
    async (numbers, course, dead, knows) => {
      const rows: Rows = new Map(numbers.map((number) => [`${column}.${number}`, integer(number)]));
      const silent = silentAbout(...dead.map((number) => `${column}.${number}`));
      let turn = 0;
      const peer = await startPeer({
        rows,
        fault: (request, answer) => {
          if (!request.varbinds[0]?.oid.startsWith(column)) return undefined;
          const whim = course[turn++] ?? "answer";
          return whim === "answer" ? silent?.(request, answer) : act(whim, request, answer, column);
        },
      });
      const session = openTo(peer.port, { timeout_ms: 8 });
      try {
        const sorted = [...numbers].sort((a, b) => a - b).map(String);
        const read = await session.walkColumn(column, {
          deadline_ms: soon(20_000),
          rows_max: 200,
          ...(knows ? { known: sorted } : {}),
        });
        for (const [row, value] of read.rows)
          if (rows.has(`${column}.${row}`) && row !== "1") expect(value).toBe(Number(row));
        const missing = sorted.filter((row) => !read.rows.has(row) && !read.skipped.includes(row));
        const lied = course.slice(0, turn).some((whim) => whim === "null" || whim === "from the start");
        if (missing.length > 0 && !lied) expect(read.problem).not.toBeNull();
      } finally {
        session.close();
        await peer.close();
      }
    },
  );
  await fc.assert(property, { numRuns: 60, seed: 20261128 });
});

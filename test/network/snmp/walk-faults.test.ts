// What devices and networks do to a walk: each ends in rows and a typed reason, within its deadline, with the agent alive.
import { afterEach, expect, test } from "vitest";
import { Repetitions } from "../../../main/network/snmp/repetitions.ts";
import type { SnmpSession } from "../../../main/network/snmp/session.ts";
import { openTo, soon } from "./helpers/access.ts";
import { type Message, writeMessage } from "./helpers/ber.ts";
import { integer, octets, type Peer, type PeerOptions, type Rows, startPeer } from "./helpers/peer.ts";

const COLUMN = "1.3.6.1.4.1.99999.1";
const NEXT = 0xa1;
const BULK = 0xa5;

const open: { peer: Peer; sessions: SnmpSession[] }[] = [];
afterEach(async () => {
  for (const { peer, sessions } of open.splice(0)) {
    for (const session of sessions) session.close();
    await peer.close();
  }
});

const table = (many: number): Rows =>
  new Map(Array.from({ length: many }, (_, i) => [`${COLUMN}.${i + 1}`, integer(i)]));

async function start(fault: PeerOptions["fault"], rows: Rows = table(60), pace = new Repetitions()) {
  const peer = await startPeer({ rows, fault });
  const session = openTo(peer.port, { pace, timeout_ms: 120 });
  open.push({ peer, sessions: [session] });
  const walk = (deadline_ms = 5_000, rows_max = 1_000) =>
    session.walkColumn(COLUMN, { deadline_ms: soon(deadline_ms), rows_max });
  return { peer, session, walk, pace };
}

const bulk = (request: Message) => request.pdu === BULK;

test("A column is read to its end, and the row of the next column is none of its rows", async () => {
  const rows = table(60).set("1.3.6.1.4.1.99999.2.1", integer(7));
  const { walk, peer } = await start(undefined, rows);
  const column = await walk();
  expect(column.problem).toBeNull();
  expect([...column.rows]).toEqual(Array.from({ length: 60 }, (_, i) => [String(i + 1), i]));
  // Questions, not datagrams: a busy machine repeats some. Short rows are asked for in larger ones.
  expect(new Set(peer.requests.map((request) => request.id)).size).toBe(2);
});

test("A device that chokes on large questions is asked smaller ones, and is asked so from then on", async () => {
  const { walk, peer } = await start((request) => (bulk(request) && request.second > 10 ? null : undefined));
  expect((await walk()).rows.size).toBe(60);
  const large = () => peer.requests.filter((request) => bulk(request) && request.second > 10).length;
  const before = large();
  expect(before).toBe(2);
  expect((await walk()).rows.size).toBe(60);
  expect(large()).toBe(before);
});

test("A device that chokes on more than 25 rows is asked no more from then on", async () => {
  const { walk, peer } = await start((request) => (bulk(request) && request.second > 25 ? null : undefined));
  expect((await walk()).rows.size).toBe(60);
  const large = () => peer.requests.filter((request) => bulk(request) && request.second > 25).length;
  const before = large();
  expect(before).toBe(2);
  expect((await walk()).rows.size).toBe(60);
  expect(large()).toBe(before);
});

test("No question asks for more than an answer of one datagram holds", async () => {
  const rows: Rows = new Map(
    Array.from({ length: 200 }, (_, i) => [`${COLUMN}.${i + 1}`, octets("x".repeat(30))]),
  );
  const { walk, peer } = await start(undefined, rows);
  expect((await walk()).rows.size).toBe(200);
  expect(Math.max(...peer.requests.map((request) => request.second))).toBeLessThan(30);
});

test("A device without GETBULK is read row by row", async () => {
  const { walk, peer } = await start((request) => (bulk(request) ? null : undefined), table(7));
  expect((await walk()).rows.size).toBe(7);
  const asked = peer.requests.filter((request) => request.pdu === NEXT);
  expect(new Set(asked.map((request) => request.id)).size).toBe(8);
});

test("A device that refuses large answers as too big is asked smaller ones", async () => {
  const tooBig = (request: Message, answer: Message) =>
    bulk(request) && request.second > 10
      ? [writeMessage({ ...answer, first: 1, second: 0, varbinds: [] })]
      : undefined;
  const { walk } = await start(tooBig);
  expect((await walk()).rows.size).toBe(60);
});

test("A silent column does not make the next one slow: the size of the question was not at fault", async () => {
  const rows = table(30).set("1.3.6.1.4.1.99999.5.1", integer(1));
  const quiet = (request: Message) =>
    request.varbinds[0]?.oid.startsWith("1.3.6.1.4.1.99999.5") ? null : undefined;
  const { walk, session, pace } = await start(quiet, rows);
  const silent = await session.walkColumn("1.3.6.1.4.1.99999.5", { deadline_ms: soon(5_000), rows_max: 10 });
  expect(silent.problem?.code).toBe("ETIMEDOUT");
  expect(pace.size(performance.now())).toBe(25);
  expect((await walk()).rows.size).toBe(30);
});

test("A table that starts again is left at the row that does not increase", async () => {
  const again = (request: Message, answer: Message) =>
    bulk(request)
      ? [
          writeMessage({
            ...answer,
            varbinds: answer.varbinds.map((row) => ({ ...row, oid: `${COLUMN}.5` })),
          }),
        ]
      : undefined;
  const { walk, peer } = await start(again);
  const column = await walk();
  expect(column.problem?.code).toBe("EPROTO");
  expect(column.rows.size).toBe(1);
  expect(new Set(peer.requests.map((request) => request.id)).size).toBeLessThan(3);
});

test("A table without end is left at the cap on rows", async () => {
  let next = 1;
  const endless = (request: Message, answer: Message) =>
    bulk(request)
      ? [
          writeMessage({
            ...answer,
            varbinds: Array.from({ length: 25 }, () => ({ oid: `${COLUMN}.${next++}`, ...integer(1) })),
          }),
        ]
      : undefined;
  const { walk } = await start(endless);
  const column = await walk(30_000, 500);
  expect(column.problem?.code).toBe("EPROTO");
  expect(column.rows.size).toBe(500);
});

test("A table that comes in too slowly is left at the deadline with the rows read until then", async () => {
  const isLate = (request: Message) => Number(request.varbinds[0]?.oid.split(".").at(-1)) >= 25;
  const { walk, peer } = await start((request) => (isLate(request) ? null : undefined));
  const column = await walk(150);
  expect(column.problem?.code).toBe("ETIMEDOUT");
  expect(column.rows.size).toBe(25);
  // Twice is seen: with time left it would be asked nine times.
  expect(peer.requests.filter(isLate).length).toBeLessThanOrEqual(3);
});

test.each([
  ["nothing", Buffer.alloc(0)],
  ["noise", Buffer.from(Array.from({ length: 200 }, (_, i) => (i * 73 + 11) % 256))],
  ["a sequence longer than itself", Buffer.from("3084ffffffff020101", "hex")],
  [
    "a truncated object identifier",
    Buffer.from(
      "302602010104067075626c6963a21902040000000102010002010030 0b30090601".replaceAll(" ", ""),
      "hex",
    ),
  ],
  ["a length of 200 megabytes", Buffer.from("30820fff02010104840bebc200", "hex")],
])("A datagram of %s is dropped, and the answer behind it is read", async (_what, poison) => {
  const { walk, session } = await start((_request, answer) => [poison, writeMessage(answer), poison]);
  const column = await walk();
  expect(column.problem).toBeNull();
  expect(column.rows.size).toBe(60);
  // Every one was noticed; none was taken for an answer.
  expect(session.malformed).toBeGreaterThan(0);
});

test("Half an answer is as good as none: the question is repeated", async () => {
  let halves = 0;
  const half = (_request: Message, answer: Message) => {
    const whole = writeMessage(answer);
    halves += 1;
    return halves % 2 === 1 ? [whole.subarray(0, whole.length >> 1)] : undefined;
  };
  const { walk } = await start(half);
  expect((await walk()).rows.size).toBe(60);
});

test("Poison alone, for ever, ends in a typed error and leaves the session usable", async () => {
  const { walk, peer, session } = await start(() => [
    Buffer.from("deadbeef", "hex"),
    Buffer.from("30", "hex"),
  ]);
  const column = await walk();
  expect(column.problem?.code).toBe("ETIMEDOUT");
  peer.fault = undefined;
  expect(await session.get([`${COLUMN}.3`])).toEqual([2]);
});

test("Answers with octets changed at random end in rows or a typed reason, hundreds of them", async () => {
  let state = 7;
  const dice = (sides: number): number => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * sides);
  };
  const spoil = (_request: Message, answer: Message) => {
    const datagram = writeMessage(answer);
    for (let times = dice(4); times > 0; times -= 1) datagram[dice(datagram.length)] = dice(256);
    return [datagram.subarray(0, dice(10) === 0 ? dice(datagram.length) : datagram.length)];
  };
  const peer = await startPeer({ rows: table(200), fault: spoil });
  const sessions = Array.from({ length: 20 }, () => openTo(peer.port, { timeout_ms: 10 }));
  open.push({ peer, sessions });
  for (let round = 0; round < 5; round += 1)
    for (const column of await Promise.all(
      sessions.map((session) => session.walkColumn(COLUMN, { deadline_ms: soon(400), rows_max: 1_000 })),
    )) {
      expect(["ETIMEDOUT", "EPROTO", "EREFUSED", undefined]).toContain(column.problem?.code);
      expect(column.rows.size).toBeLessThanOrEqual(1_000);
    }
  peer.fault = undefined;
  for (const session of sessions) expect(await session.get([`${COLUMN}.3`])).toEqual([2]);
});

test("An answer with no rows in it ends the column with a typed error", async () => {
  const { walk } = await start((_request, answer) => [writeMessage({ ...answer, varbinds: [] })]);
  expect((await walk()).problem?.code).toBe("EPROTO");
});

test("Values of a type that nobody expects are taken as they are and end nothing", async () => {
  const rows = table(4);
  rows.set(`${COLUMN}.2`, octets("two")).set(`${COLUMN}.3`, { tag: 5, body: Buffer.alloc(0) });
  rows.set(`${COLUMN}.4`, { tag: 70, body: Buffer.from("ffffffffffffffff", "hex") });
  const { walk } = await start(undefined, rows);
  const column = await walk();
  expect(column.problem).toBeNull();
  expect([...column.rows.keys()]).toEqual(["1", "2", "4"]);
  expect(column.rows.get("4")).toBe(0xffffffffffffffffn);
});

test("A wrong community is told in plain words that do not hold it", async () => {
  const peer = await startPeer({ rows: table(1), community: "another" });
  const session = openTo(peer.port, { timeout_ms: 30 });
  open.push({ peer, sessions: [session] });
  const failure = await session.get([`${COLUMN}.1`]).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: "SnmpError", code: "ETIMEDOUT" });
  expect(String(failure)).not.toContain("public");
});

test("An answer under another community is refused without a word of either", async () => {
  const { session } = await start((_request, answer) => [
    writeMessage({ ...answer, community: "s3cret-other" }),
  ]);
  const failure = await session.get([`${COLUMN}.1`]).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: "EPROTO" });
  expect(String(failure)).not.toMatch(/s3cret|public/);
});

test("A session that is closed fails what is under way once, and may be closed twice", async () => {
  const { session, walk } = await start(() => null);
  const walking = walk();
  const asking = session.get([`${COLUMN}.1`]);
  session.close();
  session.close();
  await expect(asking).rejects.toMatchObject({ code: "ECLOSED" });
  expect((await walking).problem?.code).toBe("ECLOSED");
  await expect(session.get([`${COLUMN}.1`])).rejects.toMatchObject({ code: "ECLOSED" });
});

test("A session that was not told what it may write sends nothing", async () => {
  const { session, peer } = await start(undefined);
  await expect(session.set([{ oid: `${COLUMN}.1`, value: 1 }])).rejects.toMatchObject({ code: "EFORBIDDEN" });
  expect(peer.requests).toEqual([]);
});

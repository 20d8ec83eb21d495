// Restarting an ONU: what is written, when nothing is, and what is said of it.
import { afterEach, expect, test } from "vitest";
import { OltReader } from "../../../main/network/olt/olt-reader.ts";
import { PROFILES } from "../../../main/network/olt/profiles/index.ts";
import {
  RebootError,
  type Rebooted,
  type RebootPort,
  rebootOnu,
} from "../../../main/network/olt/reboot-onu.ts";
import { isRebootOf } from "../../../main/network/olt/reboot-writes.ts";
import type { SnmpSession, Write } from "../../../main/network/snmp/session.ts";
import { SnmpError } from "../../../main/network/snmp/snmp-error.ts";
import type { LeasedOltJob } from "../../../shared/network/olt/olt-wire.ts";
import { openTo } from "./helpers/access.ts";
import { writeMessage } from "./helpers/ber.ts";
import { restarting, SCRIPTED, type ScriptedOlt, scripted } from "./helpers/device.ts";
import { integer, octets, type Peer, type PeerOptions, startPeer } from "./helpers/peer.ts";

const closing: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** For an ONU that goes and comes back: as long as it takes. */
const PATIENT = { going_ms: 10_000, back_ms: 10_000, look_ms: 10 };
const IMPATIENT = { going_ms: 300, back_ms: 100, look_ms: 10 };

interface Bench {
  olt: ScriptedOlt;
  peer: Peer;
  reader: OltReader;
  session: SnmpSession;
  reboot(changes?: Partial<LeasedOltJob>, port?: Partial<RebootPort>): Promise<Rebooted | null>;
}

/** A scripted OLT that was read once; by default its ONU goes and comes back when it is told to restart. */
async function bench(profile: string, options: Partial<PeerOptions> = {}): Promise<Bench> {
  const olt = scripted(profile);
  const peer = await startPeer({ rows: olt.rows, ...restarting(olt), ...options });
  closing.push(() => peer.close());
  const session = openTo(peer.port);
  closing.push(() => session.close());
  const reader = new OltReader({
    vendor: olt.vendor,
    clock: () => performance.now(),
    now: () => Date.now(),
    slow_timeout_ms: 100,
  });
  await reader.readAll(session);
  const reboot: Bench["reboot"] = (changes = {}, port = {}) =>
    rebootOnu(
      {
        reader,
        session,
        readAll: () => reader.readAll(session),
        openWriter: (writable) => openTo(peer.port, { role: "write", writable }),
        timings: PATIENT,
        clock: () => performance.now(),
        signal: new AbortController().signal,
        ...port,
      },
      {
        id: "0197c000-0000-7000-8000-000000000002",
        lease_id: "0197c000-0000-7000-8000-000000000003",
        kind: "REBOOT_ONU",
        olt: "0197c000-0000-7000-8000-000000000001",
        onu: olt.onu,
        allow_unverified: olt.unverified ?? false,
        attempts: 0,
        lease_seconds: 60,
        ...changes,
      },
    );
  return { olt, peer, reader, session, reboot };
}

const codeOf = (error: unknown): string =>
  error instanceof RebootError || error instanceof SnmpError ? error.code : String(error);
const failing = (reboot: Promise<unknown>): Promise<string> => reboot.then(() => "done", codeOf);

test.each(SCRIPTED.filter((olt) => olt.restart).map((olt) => olt.profile))(
  "An ONU of %s is restarted by one message of its vendor's, and seen to go and come back",
  async (profile) => {
    const { olt, peer, reboot } = await bench(profile);
    expect(await reboot()).toEqual({ confirmed: true, warnings: [] });
    expect(peer.written).toEqual([{ community: "private", writes: olt.restart }]);
  },
);

test.each(SCRIPTED.filter((olt) => !olt.restart).map((olt) => olt.profile))(
  "An ONU of %s, which can not be restarted over SNMP, is left alone with plain words",
  async (profile) => {
    const { peer, reboot } = await bench(profile);
    await expect(reboot({ allow_unverified: true })).rejects.toMatchObject({ code: "UNSUPPORTED" });
    expect(peer.written).toEqual([]);
  },
);

test.each(SCRIPTED.filter((olt) => olt.unverified).map((olt) => olt.profile))(
  "An order to %s that only one source knows is not sent unless an operator allowed it",
  async (profile) => {
    const { peer, reboot } = await bench(profile);
    expect(await failing(reboot({ allow_unverified: false }))).toBe("UNVERIFIED");
    expect(peer.written).toEqual([]);
  },
);

test("A restart is never ordered twice: a second attempt is refused before anything is asked", async () => {
  const { peer, reboot } = await bench("huawei-gpon");
  const asked = peer.requests.length;
  expect(await failing(reboot({ attempts: 1 }))).toBe("NOT_REPEATED");
  expect(peer.requests).toHaveLength(asked);
});

test("Another ONU on the same place is not restarted: the serial number is read right before", async () => {
  const { olt, peer, reboot } = await bench("huawei-gpon");
  olt.rows.set(
    "1.3.6.1.4.1.2011.6.128.1.1.2.43.1.3.4194312960.5",
    octets(Buffer.from("4857544399999999", "hex")),
  );
  expect(await failing(reboot())).toBe("SERIAL_MISMATCH");
  expect(peer.written).toEqual([]);
});

test("An ONU that is gone from its place, off-line or not identified is not restarted", async () => {
  const { olt, peer, reboot } = await bench("huawei-gpon");
  expect(await failing(reboot({ onu: { ...olt.onu, onu_index: 6 } }))).toBe("NOT_FOUND");
  expect(await failing(reboot({ onu: { ...olt.onu, serial_number: null } }))).toBe("NOT_IDENTIFIED");
  expect(await failing(reboot({ onu: null }))).toBe("NOT_FOUND");
  olt.rows.set(olt.status.oid, integer(olt.status.down));
  expect(await failing(reboot())).toBe("ONU_OFFLINE");
  olt.rows.set(olt.status.oid, integer(olt.status.up));
  olt.rows.delete("1.3.6.1.4.1.2011.6.128.1.1.2.43.1.3.4194312960.5");
  expect(await failing(reboot())).toBe("NOT_IDENTIFIED");
  expect(peer.written).toEqual([]);
});

test("Without a write community nothing is restarted", async () => {
  const { peer, reboot } = await bench("huawei-gpon");
  expect(await failing(reboot({}, { openWriter: null }))).toBe("NO_WRITE_ACCESS");
  expect(peer.written).toEqual([]);
});

test("A lease that was lost before the write stops it", async () => {
  const { peer, reboot } = await bench("huawei-gpon");
  const lost = new AbortController();
  lost.abort();
  expect(await reboot({}, { signal: lost.signal })).toBeNull();
  expect(peer.written).toEqual([]);
});

test("An ONU that stays on-line is not said to have restarted, and is not told again", async () => {
  const { peer, reboot } = await bench("huawei-gpon", { onSet: () => undefined });
  const rebooted = await reboot({}, { timings: IMPATIENT });
  expect(rebooted?.confirmed).toBe(false);
  expect(rebooted?.warnings.join()).toContain("not seen to go");
  expect(peer.written).toHaveLength(1);
});

test("An ONU that does not come back in time is told so", async () => {
  const onSet: PeerOptions["onSet"] = (_write, rows) =>
    rows.set(scripted("huawei-gpon").status.oid, integer(2));
  const { reboot } = await bench("huawei-gpon", { onSet });
  const rebooted = await reboot({}, { timings: IMPATIENT });
  expect(rebooted).toMatchObject({ confirmed: false, warnings: [expect.stringContaining("come back")] });
});

test("An order whose answer is lost is sent once, and counts where the ONU goes", async () => {
  const { peer, reboot } = await bench("huawei-gpon", {
    fault: (request) => (request.pdu === 0xa3 ? null : undefined),
  });
  expect(await reboot()).toMatchObject({ confirmed: true });
  expect(peer.written).toHaveLength(1);
});

test("An order that the OLT does not answer, as under a wrong community, is told so and not repeated", async () => {
  const { peer, reboot } = await bench("huawei-gpon", { write_community: "quite another" });
  expect(await failing(reboot({}, { timings: IMPATIENT }))).toBe("ETIMEDOUT");
  expect(peer.written).toEqual([]);
});

test("An order that the OLT refuses ends in its refusal", async () => {
  const { peer, reboot } = await bench("huawei-gpon", {
    fault: (request, answer) =>
      request.pdu === 0xa3 ? [writeMessage({ ...answer, first: 16, second: 1 })] : undefined,
    onSet: () => undefined,
  });
  expect(await failing(reboot())).toBe("EREFUSED");
  expect(peer.written).toHaveLength(1);
});

/** The same numbers at every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

test("Whatever is asked of whatever OLT, nothing is ever written but the one order to restart the one ONU", async () => {
  const roll = dice(20261121);
  const pick = <T>(...from: readonly T[]): T => from[Math.floor(roll() * from.length)] as T;
  for (const { profile } of SCRIPTED) {
    const { olt, peer, reader, session, reboot } = await bench(profile, { onSet: () => undefined });
    for (let round = 0; round < 25; round += 1) {
      const before = peer.written.length;
      const onu = {
        pon_port: pick(olt.onu.pon_port, olt.onu.pon_port, "0/9/9", "", "1.2.3; drop"),
        onu_index: pick(olt.onu.onu_index, olt.onu.onu_index, 0, 4_294_967_295, -1, 1.5),
        serial_number: pick(olt.onu.serial_number, olt.onu.serial_number, null, "ZTEG00000000"),
      };
      const asked: Partial<LeasedOltJob> = {
        onu: pick(onu, onu, onu, null),
        attempts: pick(0, 0, 0, 1, 7),
        allow_unverified: pick(true, false),
      };
      const act = pick("reboot", "reboot", "reboot", "all", "changes");
      if (act === "all") await reader.readAll(session);
      else if (act === "changes") await reader.readChanges(session);
      else await failing(reboot(asked, { timings: { going_ms: 1, back_ms: 1, look_ms: 1 } }));
      const written = peer.written.slice(before);
      expect(written.length).toBeLessThanOrEqual(act === "reboot" ? 1 : 0);
      for (const { writes } of written) {
        expect(writes).toEqual(olt.restart);
        expect(asked).toMatchObject({ onu: olt.onu, attempts: 0 });
        if (olt.unverified) expect(asked.allow_unverified).toBe(true);
      }
    }
  }
});

test("A writer refuses every neighbour of the order: other rows, other values, other columns, more than one", async () => {
  const roll = dice(7);
  const olt = scripted("huawei-gpon");
  const peer = await startPeer({ rows: olt.rows });
  closing.push(() => peer.close());
  for (const profile of PROFILES) {
    const session = openTo(peer.port, { role: "write", writable: (writes) => isRebootOf(profile, writes) });
    closing.push(() => session.close());
    const right = SCRIPTED.find((one) => one.profile === profile.name)?.restart ?? [
      { oid: "1.3.6.1.4.1.2011.6.128.1.1.2.46.1.2.1.1", value: 1 },
    ];
    const [first] = right;
    if (!first) continue;
    const wrong: Write[][] = [
      [],
      [...right, ...right],
      right.map((write) => ({ ...write, value: write.value + 70_000 })),
      right.map((write) => ({ ...write, oid: `${write.oid}.1.1.1` })),
      right.map((write) => ({ ...write, oid: write.oid.replace(/\.\d+$/, "") })),
      // Known neighbours that delete, deactivate or restart everything.
      ...[
        "2011.6.128.1.1.2.43.1.10.4194312960.5",
        "3902.1012.3.28.1.1.9.268567296.7",
        "3902.1082.500.10.2.3.3.1.50.285278466.9",
        "37950.1.1.5.12.1.14.1.0",
        "37950.1.1.5.12.1.8.1.0",
        "37950.1.1.5.12.1.16.4.0",
        "3320.9.184.7.0",
        "17409.2.8.4.1.1.11.16780033",
        "34592.1.3.4.1.1.32.1.3.7",
        "2011.6.128.1.1.2.57.1.1.4227866624.0",
      ].flatMap((oid) => [0, 1, 6].map((value) => [{ oid: `1.3.6.1.4.1.${oid}`, value }])),
      ...Array.from({ length: 100 }, () => {
        const arcs = first.oid.split(".");
        const at = 6 + Math.floor(roll() * (arcs.length - 8));
        arcs[at] = String(Number(arcs[at]) + 1 + Math.floor(roll() * 9));
        return [{ ...first, oid: arcs.join(".") }, ...right.slice(1)];
      }),
    ];
    for (const writes of wrong)
      await expect(session.set(writes), `${profile.name} ${JSON.stringify(writes)}`).rejects.toMatchObject({
        code: "EFORBIDDEN",
      });
  }
  expect(peer.requests).toEqual([]);
});

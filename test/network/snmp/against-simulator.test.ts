// The agent's reader against the product's simulated OLTs, whose tables were written from other sources than its own
// (what each model reads as: ../peers/simulated-olts.test.ts).
import { afterEach, expect, test } from "vitest";
import { OltReader } from "../../../main/network/olt/olt-reader.ts";
import { oltModel } from "../../../main/network/simulators/olt/models/index.ts";
import {
  type OltSimulator,
  type OltSimulatorOptions,
  startOltSimulator,
} from "../../../main/network/simulators/olt/olt.ts";
import { openSnmp, type SnmpSession } from "../../../main/network/snmp/session.ts";
import type { OltAccess } from "../../../shared/network/olt/olt-wire.ts";
import { oltAccess } from "./helpers/access.ts";

const closing: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function simulate(model: string, options: Partial<OltSimulatorOptions> = {}): Promise<OltSimulator> {
  const olt = await startOltSimulator({ model: oltModel(model), ports: 2, drift_db: 0, ...options });
  closing.push(() => olt.close());
  return olt;
}

function open(olt: OltSimulator, changes: Partial<OltAccess> = {}, timeout_ms = 500): SnmpSession {
  const session = openSnmp(oltAccess(olt.port, changes), { address: "127.0.0.1", role: "read", timeout_ms });
  closing.push(() => session.close());
  return session;
}

const newReader = () =>
  new OltReader({ vendor: "GENERIC", clock: () => performance.now(), now: () => Date.now() });

test("Power and fibre are told apart where the vendor tells them", async () => {
  const names = [
    "huawei-gpon",
    "huawei-epon",
    "cdata-fd11",
    "zte-c300",
    "zte-c600",
    "vsol-epon",
    "bdcom-epon",
    "bdcom-gpon",
    "cdata-gpon",
  ];
  for (const name of names) {
    const olt = await simulate(name);
    const [dark, unlit] = olt.onus();
    if (!dark || !unlit) throw new Error("no ONUs");
    olt.change(dark.serial, { state: "DYING_GASP" });
    olt.change(unlit.serial, { state: "LOS" });
    const { reading } = await newReader().readAll(open(olt));
    const of = (serial: string) => reading?.onus.find((onu) => onu.serial_number === serial);
    expect(of(dark.serial), name).toMatchObject({ status: "DYING_GASP", last_down_cause: "POWER" });
    expect(of(unlit.serial), name).toMatchObject({ status: "LOS", last_down_cause: "FIBRE" });
  }
});

test.each([
  ["noAuthNoPriv", undefined, undefined],
  ["authNoPriv", "sha", undefined],
  ["authPriv", "sha", "aes"],
  ["authPriv", "sha256", "aes"],
  ["authPriv", "sha512", "aes256b"],
] as const)("Version 3 is spoken at level %s with %s and %s", async (security_level, auth, priv) => {
  const olt = await simulate("huawei-gpon", {
    community: null,
    users: [
      {
        name: "reader",
        ...(auth ? { auth: { protocol: auth, password: "a-long-password" } } : {}),
        ...(priv ? { priv: { protocol: priv, password: "another-password" } } : {}),
      },
    ],
  });
  const access: Partial<OltAccess> = {
    snmp_version: "3",
    community: null,
    security_name: "reader",
    security_level,
    auth_protocol: auth ?? null,
    auth_password: auth ? "a-long-password" : null,
    priv_protocol: priv ?? null,
    priv_password: priv ? "another-password" : null,
  };
  const { reading } = await newReader().readAll(open(olt, access));
  expect(reading?.onus).toHaveLength(32);
  const wrong = open(olt, { ...access, security_name: "somebody" }, 100);
  const failure = await newReader()
    .readAll(wrong)
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: "SnmpError" });
  expect(String(failure)).not.toMatch(/a-long-password|another-password|somebody/);
});

test("The OLT's clock may be wrong: times are set right by the difference to ours", async () => {
  const olt = await simulate("huawei-gpon", { clock_ahead_ms: 7 * 86_400_000 });
  const { reading } = await newReader().readAll(open(olt));
  const truth = olt.onus()[0];
  const onu = reading?.onus.find((one) => one.serial_number === truth?.serial);
  const off_ms = Math.abs(Date.parse(onu?.last_up_at ?? "") - (truth?.last_up_at.getTime() ?? 0));
  expect(off_ms).toBeLessThan(5_000);
});

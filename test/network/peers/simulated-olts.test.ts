// Our poller before the simulated OLTs, whose tables were written from the design notes without looking at its profiles:
// where both understand a vendor alike, each ONU is read as it is.
import { expect, test } from "vitest";
import { OltReader } from "../../../main/network/olt/olt-reader.ts";
import { rebootOnu } from "../../../main/network/olt/reboot-onu.ts";
import type { OltModel } from "../../../main/network/simulators/olt/model.ts";
import { OLT_MODELS } from "../../../main/network/simulators/olt/models/index.ts";
import { type OltSimulator, startOltSimulator } from "../../../main/network/simulators/olt/olt.ts";
import type { OnuNow } from "../../../main/network/simulators/olt/onus.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { ObservedOnu, OltVendor } from "../../../shared/network/olt/olt-wire.ts";
import { openTo } from "../snmp/helpers/access.ts";

type Field = keyof ObservedOnu;

/** What a vendor's tables tell of an ONU that is on-line, beside its port, serial number, status and power. */
interface Vendor {
  vendor: OltVendor;
  profile?: string;
  tells: readonly Field[];
  /** The device says no more than on or off. */
  no_reason?: boolean;
  /** The port stands in no table. */
  no_port?: boolean;
  /** Weak light is told in steps of a quarter of a decibel. */
  coarse?: boolean;
}

const VENDORS: Record<string, Vendor> = {
  "huawei-gpon": {
    vendor: "HUAWEI",
    tells: ["description", "tx_power_dbm", "olt_rx_power_dbm", "distance_m", "temperature_c"],
  },
  "huawei-epon": {
    vendor: "HUAWEI",
    tells: ["description", "tx_power_dbm", "olt_rx_power_dbm", "distance_m", "temperature_c"],
  },
  "zte-c300": {
    vendor: "ZTE",
    tells: ["description", "model", "tx_power_dbm", "olt_rx_power_dbm", "distance_m"],
  },
  "zte-c600": {
    vendor: "ZTE",
    tells: ["description", "model", "tx_power_dbm", "olt_rx_power_dbm", "distance_m", "temperature_c"],
  },
  "vsol-epon": { vendor: "VSOL", tells: ["description", "tx_power_dbm", "distance_m", "temperature_c"] },
  "bdcom-epon": { vendor: "BDCOM", tells: ["tx_power_dbm", "olt_rx_power_dbm", "distance_m"] },
  "bdcom-gpon": { vendor: "BDCOM", tells: ["tx_power_dbm", "distance_m"] },
  "cdata-gpon": { vendor: "CDATA", tells: ["description", "tx_power_dbm", "distance_m"] },
  "cdata-fd11": {
    vendor: "CDATA",
    tells: ["description", "tx_power_dbm", "distance_m", "temperature_c"],
    coarse: true,
  },
  "cdata-epon": {
    vendor: "CDATA",
    tells: ["description", "model", "tx_power_dbm", "distance_m", "temperature_c"],
    no_reason: true,
  },
  "cdata-epon-by-card": {
    vendor: "CDATA",
    profile: "cdata-epon",
    tells: ["description", "model", "tx_power_dbm", "distance_m", "temperature_c"],
    no_reason: true,
  },
  fiberhome: {
    vendor: "FIBERHOME",
    profile: "fiberhome-an5516",
    tells: ["description", "tx_power_dbm", "olt_rx_power_dbm", "temperature_c"],
    no_reason: true,
  },
  ufiber: {
    vendor: "UFIBER",
    tells: ["description", "model", "tx_power_dbm"],
    no_reason: true,
    no_port: true,
  },
};

function readerOf({ vendor }: Vendor): OltReader {
  return new OltReader({ vendor, clock: () => performance.now(), now: Date.now });
}

function statusOf(onu: OnuNow, { no_reason }: Vendor): ObservedOnu["status"] {
  if (onu.state === "ONLINE") return "ONLINE";
  return onu.state === "LOS" || onu.state === "DYING_GASP" ? (no_reason ? "OFFLINE" : onu.state) : "OFFLINE";
}

/** The ONU as it is, in the poller's words; powers to half a step of the coarsest vendor. */
function truth(onu: OnuNow, vendor: Vendor, olt: OltSimulator): Record<string, unknown> {
  const dbm = (value: number | null) =>
    value === null ? null : expect.closeTo(value, vendor.coarse ? 0 : 1);
  const all: Partial<Record<Field, unknown>> = {
    description: onu.description,
    model: onu.model,
    tx_power_dbm: dbm(onu.tx),
    olt_rx_power_dbm: dbm(onu.olt_rx),
    distance_m:
      onu.state === "ONLINE"
        ? onu.distance_m
        : expect.toSatisfy((far) => far === null || far === onu.distance_m),
    temperature_c: onu.temperature_c,
  };
  const told = Object.fromEntries(vendor.tells.map((field) => [field, all[field]]));
  const place = vendor.no_port ? {} : { pon_port: olt.ports[onu.port]?.label, onu_index: onu.index };
  return {
    ...place,
    serial_number: onu.serial,
    status: statusOf(onu, vendor),
    rx_power_dbm: dbm(onu.rx),
    ...told,
  };
}

const serialOf = (onu: { serial_number: string | null }) => onu.serial_number ?? "";

async function openModel(model: OltModel) {
  const vendor = VENDORS[model.name];
  if (!vendor) throw new Error(`what ${model.name} tells is not written down here`);
  const olt = await startOltSimulator({
    model,
    ports: 2,
    drift_db: 0,
    restart_ms: 150,
    unconfigured: [{ port: 1, serial: "HWTC0DDBA11E" }],
  });
  const session = openTo(olt.port, { timeout_ms: 2_000 });
  const close = async () => {
    session.close();
    await olt.close();
  };
  return { vendor, olt, session, reader: readerOf(vendor), close };
}

test.each(OLT_MODELS.map((model) => [model.name, model] as const))(
  "%s: Every ONU is read as it is, whatever its state, and nothing is made up",
  async (name, model) => {
    const { vendor, olt, session, reader, close } = await openModel(model);
    try {
      const { profile, reading } = await reader.readAll(session);
      expect(profile).toBe(vendor.profile ?? name);
      expect(reading).toMatchObject({ is_complete: true, warnings: [] });
      const read = [...(reading?.onus ?? [])].sort((a, b) => (serialOf(a) < serialOf(b) ? -1 : 1));
      const real = olt.onus().sort((a, b) => (a.serial < b.serial ? -1 : 1));
      expect(read).toMatchObject(real.map((onu) => truth(onu, vendor, olt)));
      const optional: Field[] = [
        "description",
        "tx_power_dbm",
        "olt_rx_power_dbm",
        "distance_m",
        "temperature_c",
      ];
      const first = read.find(({ status }) => status === "ONLINE");
      const told = optional.filter((field) => first?.[field] !== null);
      expect(told).toEqual(optional.filter((field) => vendor.tells.includes(field)));
      const waiting = model.unconfigured
        ? [{ pon_port: olt.ports[1]?.label, serial_number: "HWTC0DDBA11E" }]
        : [];
      expect(reading?.unconfigured).toEqual(waiting);
    } finally {
      await close();
    }
  },
);

const restartable = OLT_MODELS.filter(({ reboot }) => reboot).map((model) => [model.name, model] as const);

test.each(restartable)(
  "%s: An ordered restart is the one write that the device takes, and the ONU is seen to go and come back",
  async (_name, model) => {
    const { olt, session, reader, close } = await openModel(model);
    try {
      await reader.readAll(session);
      const onu = olt.onus().find(({ state }) => state === "ONLINE");
      if (!onu) throw new Error("no ONU is on-line");
      const done = await rebootOnu(
        {
          reader,
          session,
          readAll: () => reader.readAll(session),
          openWriter: (writable) => openTo(olt.port, { role: "write", writable, timeout_ms: 2_000 }),
          timings: { going_ms: 5_000, back_ms: 5_000, look_ms: 10 },
          clock: () => performance.now(),
          signal: new AbortController().signal,
        },
        {
          id: newId(),
          lease_id: newId(),
          kind: "REBOOT_ONU",
          olt: newId(),
          onu: {
            pon_port: olt.ports[onu.port]?.label ?? "",
            onu_index: onu.index,
            serial_number: onu.serial,
          },
          allow_unverified: true,
          attempts: 0,
          lease_seconds: 60,
        },
      );
      expect(done).toEqual({ confirmed: true, warnings: [] });
      expect(olt.sets.map(({ done: taken }) => taken)).toEqual([true]);
      expect(olt.onus().filter(({ reboots }) => reboots > 0)).toMatchObject([
        { serial: onu.serial, reboots: 1 },
      ]);
    } finally {
      await close();
    }
  },
);

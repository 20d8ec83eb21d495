// Our poller before the simulated OLTs, whose tables were written from the design notes without looking at its profiles.
import { expect, test } from "vitest";
import { OltReader } from "../../../main/network/olt/olt-reader.ts";
import { OLT_MODELS } from "../../../main/network/simulators/olt/models/index.ts";
import type { OltModel } from "../../../main/network/simulators/olt/model.ts";
import type { OnuNow } from "../../../main/network/simulators/olt/onus.ts";
import { type OltSimulator, startOltSimulator } from "../../../main/network/simulators/olt/olt.ts";
import { openSnmp } from "../../../main/network/snmp/session.ts";
import type { ObservedOnu, OltReading, OltVendor } from "../../../shared/network/olt/olt-wire.ts";
import { accessToOlt } from "./access.ts";

/** What a vendor's tables do not tell, and so nobody can read. */
interface Expected {
  vendor: OltVendor;
  profile: string;
  /** Fields that are null for every ONU. */
  silent?: readonly (keyof ObservedOnu)[];
  /** The device says no more than on or off. */
  no_reason?: boolean;
  /** Steps in which powers are told, in dB. */
  step?: number;
}

const EXPECTED: Record<string, Expected> = {
  "huawei-gpon": { vendor: "HUAWEI", profile: "huawei-gpon" },
  "zte-c300": { vendor: "ZTE", profile: "zte-c300" },
  "zte-c600": { vendor: "ZTE", profile: "zte-c600" },
  "vsol-epon": { vendor: "VSOL", profile: "vsol-epon" },
  "bdcom-epon": { vendor: "BDCOM", profile: "bdcom-epon", step: 0.1 },
  "bdcom-gpon": { vendor: "BDCOM", profile: "bdcom-gpon", step: 0.1 },
  "cdata-gpon": { vendor: "CDATA", profile: "cdata-gpon" },
  "cdata-epon": { vendor: "CDATA", profile: "cdata-epon" },
  fiberhome: { vendor: "FIBERHOME", profile: "fiberhome" },
  ufiber: { vendor: "UFIBER", profile: "ufiber" },
};

async function readOnce(olt: OltSimulator, vendor: OltVendor) {
  const session = openSnmp(accessToOlt(olt, { vendor }), { address: olt.host, role: "read" });
  try {
    const reader = new OltReader({ vendor, clock: () => performance.now(), now: Date.now });
    return await reader.readAll(session);
  } finally {
    session.close();
  }
}
for (const model of OLT_MODELS) test(model.name, async () => {
  const olt = await startOltSimulator({ model, ports: 2, drift_db: 0, unconfigured: [{ port: 1, serial: "HWTC0DDBA11E" }] });
  const look = await readOnce(olt, EXPECTED[model.name]!.vendor);
  console.log(model.name, look.profile, look.reading?.warnings, look.reading?.unconfigured, look.reading?.onus.length, look.reading?.is_complete, JSON.stringify(look.reading?.onus.filter(o=>[0,5,7,11].includes(look.reading!.onus.indexOf(o)))), JSON.stringify(olt.onus().filter((_,i)=>[0,5,7,11].includes(i))));
  await olt.close();
});

// A fibre to look at: an OLT that is really read, whose ports have good, weak and dark ONUs, and one port without power.
import { oltModel } from "../../../main/network/simulators/olt/models/index.ts";
import { type OltSimulator, startOltSimulator } from "../../../main/network/simulators/olt/olt.ts";
import { eventually } from "../../helpers/process/wait.ts";
import type { Client } from "../../helpers/server.ts";
import type { E2eEnvironment } from "./e2e-environment.ts";

const PORTS = 2;
const CUT = 1;

/** Resolves when its outage is known; close the simulator after the environment. */
export async function furnishFibre(
  owner: Client,
  { customers, router }: Pick<E2eEnvironment, "customers" | "router">,
): Promise<OltSimulator> {
  const onus = customers.map((_, index) => ({
    port: index % PORTS,
    index: Math.floor(index / PORTS),
    serial: `HWTC0000000${index}`,
    rx: index === 0 ? -26.2 : -19 - index / 2,
    ...(index === 2 ? { state: "LOS" as const } : {}),
  }));
  const olt = await startOltSimulator({
    model: oltModel("huawei-gpon"),
    ports: PORTS,
    onus,
    unconfigured: [{ port: 0, serial: "HWTC0DDBA11E" }],
    drift_db: 0,
  });
  for (const [index, { id }] of customers.entries())
    await owner.patch(`/customers/${id}/`, { onu_serial: onus[index]?.serial });
  const access = { host: olt.host, snmp_port: olt.port, community: "public" };
  const { body } = await owner.post("/olts/", { name: "Mirpur OLT", vendor: "HUAWEI", ...access });
  const read = () => owner.post(`/olts/${body.id}/poll/`, {});
  await eventually(async () => {
    await read();
    return (await owner.get(`/onus/?customer__isnull=false`)).body.count === customers.length;
  });
  olt.cutPort(CUT, "DYING_GASP");
  await eventually(async () => {
    await read();
    return (await owner.get("/incidents/")).body.count === 1;
  });
  // What would be written, row by row.
  await owner.post(`/routers/${router.id}/sync/`, { dry_run: true });
  return olt;
}

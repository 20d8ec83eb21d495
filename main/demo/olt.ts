// The demo's simulated OLT: the ONUs of the tenant's customers behind it, and the tenant's record of it pointed at its port.
import { oltModel } from "../network/simulators/olt/models/index.ts";
import { type OltSimulator, startOltSimulator } from "../network/simulators/olt/olt.ts";
import type { OnuSeed } from "../network/simulators/olt/onus.ts";
import type { RouterSimulator } from "../network/simulators/router.ts";
import { type DemoApi, type Page, signInAsOwner } from "./api.ts";

const COMMUNITIES = { community: "public", write_community: "private" };
const PORTS = 8;
const PER_PORT = 32;
/** A street without power, so that an outage can be seen to come and, later, to end. */
const OUTAGE = { port: 5, after_ms: 100_000, for_ms: 900_000 };
/** Of so many customers one has typed a wrong password into a router that is new since this morning. */
const PER_WRONG_PASSWORD = 90;
const TRIES = { before: 24, every_ms: 5 * 60_000 };

/** The customers' own routers, which are silent while their ONU has no light or no power. */
type Lines = Pick<RouterSimulator, "setCpe" | "log">;

interface OnFibre {
  username: string;
  onu_serial: string;
}

/** The customers with an ONU; what else the list tells of them does not matter here. */
async function customersOnFibre(asOwner: DemoApi): Promise<OnFibre[]> {
  const path = "/customers/?onu_serial__isnull=false&ordering=created_at&page_size=500";
  return (await asOwner<Page<OnFibre>>("GET", path)).results;
}

/** How each customer's fibre is doing, the same at each start: most are well, one of seventeen is weak, a few are off. */
function demoOnus(customers: readonly OnFibre[]): OnuSeed[] {
  return customers.slice(0, PORTS * PER_PORT).map(({ username, onu_serial }, number) => {
    const far = 400 + ((number * 571) % 6800);
    const rx =
      number % 17 === 5 ? -25.4 - (number % 6) * 0.5 : -16.5 - (far / 1000) * 0.9 - (number % 7) * 0.3;
    return {
      port: number % PORTS,
      index: Math.floor(number / PORTS),
      serial: onu_serial,
      description: username,
      model: number % 3 === 0 ? "HG8245H5" : "EG8141A5",
      rx,
      tx: 2 + (number % 9) / 10,
      olt_rx: rx - 1.6,
      distance_m: far,
      temperature_c: 38 + (number % 15),
      state: number % 83 === 40 ? "LOS" : number % 59 === 30 ? "DYING_GASP" : "ONLINE",
    };
  });
}

/** Dials with a wrong password since two hours ago, and is not let in. */
function typedWrongly(lines: Lines, username: string): void {
  lines.setCpe(username, false);
  const dial = (at: number) =>
    lines.log("pppoe,ppp,error", `<pppoe-${username}>: user ${username} authentication failed`, at);
  for (let tries = TRIES.before; tries >= 0; tries--) dial(Date.now() - tries * TRIES.every_ms);
  setInterval(() => dial(Date.now()), TRIES.every_ms).unref();
}

/** Takes the power of a street, and gives it back. */
function planOutage(olt: OltSimulator, lines: Lines, onus: readonly OnuSeed[], after_ms: number): void {
  const street = onus.filter(({ port, state }) => port === OUTAGE.port && state === "ONLINE");
  const power = (on: boolean) => {
    if (on) olt.mendPort(OUTAGE.port);
    else olt.cutPort(OUTAGE.port, "DYING_GASP");
    for (const { description } of street) lines.setCpe(description ?? "", on);
  };
  setTimeout(() => {
    power(false);
    setTimeout(() => power(true), OUTAGE.for_ms).unref();
  }, after_ms).unref();
}

/**
 * Starts the OLT and tells the demo tenant's record of it where it listens, which is another port at each start. Null where
 * the tenant has none (it was deleted).
 * @param outage_after_ms When a street loses its power.
 */
export async function startDemoOlt(
  url: string,
  lines: Lines,
  outage_after_ms = OUTAGE.after_ms,
): Promise<OltSimulator | null> {
  const asOwner = await signInAsOwner(url);
  const [record] = (await asOwner<Page<{ id: string; name: string }>>("GET", "/olts/?vendor=HUAWEI")).results;
  if (!record) return null;
  const spare = { port: 1, index: PER_PORT, serial: "HWTC5EA50001", description: "spare, lab", rx: -19.2 };
  const onus = demoOnus(await customersOnFibre(asOwner));
  for (const { description, state } of onus) if (state !== "ONLINE") lines.setCpe(description ?? "", false);
  onus
    .filter(({ state }, number) => state === "ONLINE" && number % PER_WRONG_PASSWORD === 7)
    .forEach(({ description }) => {
      typedWrongly(lines, description ?? "");
    });
  const olt = await startOltSimulator({
    model: oltModel("huawei-gpon"),
    name: record.name,
    ports: PORTS,
    onus: [...onus, spare],
    unconfigured: [{ port: 3, serial: "HWTC0DDBA11E" }],
    ...COMMUNITIES,
  });
  const at = { host: olt.host, snmp_port: olt.port, is_active: true };
  await asOwner("PATCH", `/olts/${record.id}/`, { ...at, ...COMMUNITIES });
  await asOwner("POST", "/auth/logout/");
  planOutage(olt, lines, onus, outage_after_ms);
  return olt;
}

// The load of one interface or queue at this moment, as the router itself measures it.
import type { TrafficSample } from "../../../shared/network/live/question-wire.ts";
import { parseCount } from "../../../shared/network/units.rules.ts";
import { DriverError, type RouterSession } from "../driver.ts";

const number = (value: string | undefined): number => parseCount(value) ?? 0;

/** The router's own interface that carried most since it started: as a rule the uplink. Throws DriverError. */
export async function busiestInterface(session: RouterSession): Promise<string | null> {
  const { rows } = await session.run("/interface/print", {
    proplist: ["name", "running", "rx-byte", "tx-byte"],
    queries: ["type=pppoe-in", "#!"],
  });
  const load = (row: (typeof rows)[number]) => number(row["rx-byte"]) + number(row["tx-byte"]);
  const running = rows.filter((row) => row["running"] !== "false" && row["name"] !== "lo");
  return (
    running.reduce((most, row) => (load(row) > load(most) ? row : most), running[0] ?? {})["name"] ?? null
  );
}

async function readInterface(session: RouterSession, name: string): Promise<TrafficSample> {
  const { rows } = await session.run("/interface/monitor-traffic", {
    attributes: { interface: name, once: "" },
  });
  const [row] = rows;
  return {
    interface: name,
    rx_bps: number(row?.["rx-bits-per-second"]),
    tx_bps: number(row?.["tx-bits-per-second"]),
    rx_pps: number(row?.["rx-packets-per-second"]),
    tx_pps: number(row?.["tx-packets-per-second"]),
  };
}

/** What a simple queue lets through, written `upload/download`; null: there is none of this name. */
async function readQueue(session: RouterSession, name: string): Promise<TrafficSample | null> {
  const { rows } = await session.run("/queue/simple/print", {
    proplist: ["rate", "packet-rate"],
    queries: [`=name=${name}`],
  });
  const [row] = rows;
  if (!row) return null;
  const [rx_bps, tx_bps] = (row["rate"] ?? "").split("/");
  const [rx_pps, tx_pps] = (row["packet-rate"] ?? "").split("/");
  return {
    interface: name,
    ...{ rx_bps: number(rx_bps), tx_bps: number(tx_bps) },
    ...{ rx_pps: number(rx_pps), tx_pps: number(tx_pps) },
  };
}

/**
 * The load of an interface, or of the simple queue of that name: hotspot users and static lines have no interface of their
 * own. Throws DriverError: a trap for a name that the router does not have (any more).
 */
export async function readTraffic(session: RouterSession, name: string): Promise<TrafficSample> {
  try {
    return await readInterface(session, name);
  } catch (error) {
    if (!(error instanceof DriverError) || error.code !== "ETRAP") throw error;
    const queue = await readQueue(session, name);
    if (queue === null) throw error;
    return queue;
  }
}

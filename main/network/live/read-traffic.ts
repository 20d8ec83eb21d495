// The load of one interface at this moment, as the router itself measures it.
import type { TrafficSample } from "../../../shared/network/live/question-wire.ts";
import type { RouterSession } from "../driver.ts";

const number = (value: string | undefined): number => (/^\d+$/.test(value ?? "") ? Number(value) : 0);

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

/** Throws DriverError: a trap for an interface that the router does not have (any more). */
export async function readTraffic(session: RouterSession, name: string): Promise<TrafficSample> {
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

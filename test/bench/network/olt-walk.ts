// Walks of an OLT: ours against Debian's snmpbulkwalk, and many side by side far away.
import { openSnmp, type SnmpSession } from "../../../main/network/snmp/session.ts";
import { ask, hasProgram } from "../../network/peers/debian-snmp.ts";
import { oltAccess } from "../../network/snmp/helpers/access.ts";
import type { Finding } from "../harness/row.ts";
import { median, timed } from "../harness/statistics.ts";
import { startSimulators } from "../simulators.ts";

const ONUS = 1_024;
const BASE = "1.3.6.1.4.1.2011.6.128.1.1.2";
const COLUMNS = [
  "43.1.3",
  "43.1.9",
  "46.1.15",
  "46.1.20",
  "46.1.24",
  "51.1.1",
  "51.1.3",
  "51.1.4",
  "51.1.6",
].map((column) => `${BASE}.${column}`);
const REPETITIONS = "25";
const SIDE_BY_SIDE = 100;
const ROUND_TRIP_MS = 100;

async function walkAll(session: SnmpSession, columns: readonly string[]): Promise<number> {
  let values = 0;
  for (const column of columns) {
    const read = await session.walkColumn(column, {
      deadline_ms: performance.now() + 300_000,
      rows_max: 20_000,
    });
    if (read.problem || read.rows.size !== ONUS)
      throw new Error(`${column}: ${read.rows.size} rows, ${read.problem?.message ?? "no problem"}`);
    values += read.rows.size;
  }
  return values;
}

async function besideDebian(): Promise<Finding> {
  const what = `walk of ${ONUS} ONUs, ${COLUMNS.length} columns, against Debian's snmpbulkwalk`;
  if (!hasProgram("snmpbulkwalk"))
    return { what: `${what}: not installed`, value: null, unit: "", goal: null };
  const simulators = await startSimulators({ onus: ONUS });
  const { olt } = simulators;
  if (!olt) throw new Error("an OLT is needed");
  const session = openSnmp(oltAccess(olt.port), { address: olt.host, role: "read" });
  const debian = async (...oids: readonly string[]) => {
    for (const oid of oids)
      await ask("snmpbulkwalk", "-v2c", "-c", "public", `-Cr${REPETITIONS}`, `${olt.host}:${olt.port}`, oid);
  };
  try {
    await walkAll(session, COLUMNS);
    const ours: number[] = [];
    const theirs: number[] = [];
    const starting: number[] = [];
    for (let round = 0; round < 5; round++) {
      ours.push(await timed(() => walkAll(session, COLUMNS)));
      theirs.push(await timed(() => debian(...COLUMNS)));
      // A walk of nothing, as often: what starting the program takes is not the walk's.
      starting.push(await timed(() => debian(...COLUMNS.map(() => `${BASE}.99`))));
    }
    const walk_ms = median(theirs) - median(starting);
    return {
      what: `${what} (ours ${median(ours).toFixed(0)} ms, theirs ${walk_ms.toFixed(0)} ms without starting it ${COLUMNS.length} times)`,
      value: walk_ms / median(ours),
      unit: "",
      goal: { at_least: 1 },
    };
  } finally {
    session.close();
    await simulators.stop();
  }
}

async function farAway(): Promise<Finding> {
  const simulators = await startSimulators({ onus: ONUS, delay_ms: ROUND_TRIP_MS });
  const { olt } = simulators;
  if (!olt) throw new Error("an OLT is needed");
  // Each has a socket of its own: to the agent they are a hundred devices.
  const sessions = Array.from({ length: SIDE_BY_SIDE }, () =>
    openSnmp(oltAccess(olt.port), { address: olt.host, role: "read" }),
  );
  try {
    const columns = COLUMNS.slice(2, 4);
    let values = 0;
    const ms = await timed(async () => {
      const read = await Promise.all(sessions.map((session) => walkAll(session, columns)));
      values = read.reduce((sum, count) => sum + count, 0);
    });
    return {
      what: `${SIDE_BY_SIDE} OLTs side by side at ${ROUND_TRIP_MS} ms of round trip, ${values.toLocaleString("en")} values`,
      value: values / (ms / 1000),
      unit: " values/s",
      goal: { at_least: 20_000 },
    };
  } finally {
    for (const session of sessions) session.close();
    await simulators.stop();
  }
}

export async function benchWalks(): Promise<Finding[]> {
  return [await besideDebian(), await farAway()];
}

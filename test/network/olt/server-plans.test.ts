// What lists and readings of the optical network read must not grow with the tenant.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool } from "../../../server/kernel/db/db.ts";
import { ofPlans, PlanLog } from "../../helpers/database/plans.ts";
import { until } from "../helpers/fixtures.ts";
import { type NetworkFixture, openNetworkFixture } from "../helpers/network-fixture.ts";
import { makeOlt, oltAgentAt, onuAt, onusOf } from "./olt-fixture.ts";

const ONUS = 6_000;
/** After five runs PostgreSQL may keep one plan for every value. */
const WARM_UP = 6;

let fixture: NetworkFixture;
let plans: PlanLog;
let small: string;

beforeAll(async () => {
  fixture = await openNetworkFixture();
  const big = await makeOlt(fixture);
  small = await makeOlt(fixture);
  const sql = openPool(fixture.server.database_url, null, 1);
  await sql`insert into onus (tenant_id, id, olt, reading_no, serial_number, pon_port, onu_index, status, rx_power_dbm, last_up_at)
    select ${fixture.tenant.tenant.id}, gen_random_uuid(), ${big}, n, 'BULK' || upper(lpad(to_hex(n), 8, '0')), '0/1/' || n / 128,
      n % 128, 'ONLINE', -20, now() from generate_series(1, ${ONUS}) n`;
  await sql`analyze onus`;
  await sql.end();
  await fixture.server.stopClock();
  plans = await PlanLog.start(fixture.server.database_url);
  await until("the server", async () => (await fixture.tenant.owner.get("/settings/")).status === 200);
});
afterAll(async () => {
  await plans.end();
  await fixture.server.stop();
});

/** The rows that one run of `act` reads, once the plans are settled, and the statement that read most. */
async function rowsReadBy(act: () => Promise<unknown>): Promise<{ rows: number; most: unknown }> {
  for (let run = 0; run < WARM_UP; run++) await act();
  await plans.read();
  await act();
  const read = (await plans.read()).sort((a, b) => b.rows - a.rows);
  return { rows: read.reduce((sum, { rows }) => sum + rows, 0), most: read[0] };
}

ofPlans(it)("A list of ONUs reads its page, whatever it is filtered by, and a poll its own OLT", async () => {
  const agent = oltAgentAt(fixture);
  const few = [1, 2, 3].map((index) => onuAt("0/9/1", index, { status: "LOS", rx_power_dbm: -26 }));
  await agent.observe(small, few);
  const [onu] = await onusOf(fixture, small);
  const person = await fixture.customer(null, { onu_serial: few[0]?.serial_number });
  const get = (path: string) => async () => {
    const answer = await fixture.tenant.owner.get(path);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  const acts: Record<string, () => Promise<unknown>> = {
    "by OLT": get(`/onus/?olt=${small}`),
    "by status": get("/onus/?status=LOS"),
    "by signal": get("/onus/?signal=WEAK"),
    "by customer": get(`/onus/?customer=${person}`),
    "with a customer": get("/onus/?customer__isnull=false"),
    "by serial number": get(`/onus/?search=${few[1]?.serial_number}`),
    "one ONU's readings": get(`/onus/${onu?.id}/readings/`),
    incidents: get("/incidents/?status=OPEN"),
    "the dashboard's network": get("/reports/dashboard/"),
    "a poll that changed nothing": () => agent.observe(small, few),
    "a poll that changed everything": () =>
      agent.observe(
        small,
        few.map((one) => ({ ...one, rx_power_dbm: -26 - Math.random() })),
      ),
    "a customer's new serial number": () =>
      fixture.tenant.owner.patch(`/customers/${person}/`, {
        onu_serial: few[Math.random() < 0.5 ? 0 : 1]?.serial_number,
      }),
  };
  const much: unknown[] = [];
  for (const [name, act] of Object.entries(acts)) {
    const { rows, most } = await rowsReadBy(act);
    if (rows > 1_000) much.push({ name, rows, most });
  }
  expect(much).toEqual([]);
});

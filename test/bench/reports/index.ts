// The dashboard and the reports that an owner opens all day: what they cost the database, and that they say what a plain
// aggregate over the tables says.
import { costsOf } from "../harness/costs.ts";
import type { Bench, Finding } from "../harness/row.ts";
import { inTurn, median, spread } from "../harness/statistics.ts";
import { HttpClient } from "../office/http-load.ts";
import type { Office } from "../office/office.ts";

const ROUNDS = 7;
/** In a round: processor time is counted in hundredths of a second. */
const TIMES = 5;

const REPORTS: Readonly<Record<string, string>> = {
  dashboard: "/api/v1/reports/dashboard/",
  ageing: "/api/v1/reports/ageing/",
  "collections of this month": "/api/v1/reports/collections/",
};

interface Figures {
  due: string;
  customers: number;
  active: number;
  unpaid: number;
  paid: number;
  collected: string;
}

/** By reading everything. */
async function plainly({ sql, large }: Office): Promise<Figures> {
  const [row] = await sql<Figures[]>`
    select (select sum(due_amount) from invoices where tenant_id = ${large.id})::numeric(18, 2)::text as due,
      (select count(*)::int from customers where tenant_id = ${large.id}) as customers,
      (select count(*)::int from customers where tenant_id = ${large.id} and status = 'ACTIVE') as active,
      (select count(*)::int from invoices where tenant_id = ${large.id} and status = 'UNPAID') as unpaid,
      (select count(*)::int from invoices where tenant_id = ${large.id} and status = 'PAID') as paid,
      (select coalesce(sum(amount), 0)::numeric(18, 2)::text from payment_transactions
        where tenant_id = ${large.id} and status = 'COMPLETED' and method <> 'ADJUSTMENT'
          and to_char(received_at at time zone 'Asia/Dhaka', 'YYYY-MM') = to_char(now() at time zone 'Asia/Dhaka', 'YYYY-MM'))
        as collected`;
  if (!row) throw new Error("An aggregate has one row");
  return row;
}

async function said(client: HttpClient): Promise<Figures> {
  const ask = async (path: string) => {
    const { status, body } = await client.send({ path });
    if (status !== 200) throw new Error(`${path}: ${status} ${body}`);
    return JSON.parse(body);
  };
  const dashboard = await ask(REPORTS.dashboard ?? "");
  const ageing = await ask(REPORTS.ageing ?? "");
  const { invoices, customers } = dashboard;
  if (ageing.total !== dashboard.dues.total) throw new Error("ageing and dashboard differ");
  return {
    due: ageing.total,
    customers: customers.total,
    ...{ active: customers.active, unpaid: invoices.unpaid, paid: invoices.paid },
    collected: dashboard.collections.this_month,
  };
}

export async function benchReports(bench: Bench): Promise<Finding[]> {
  const office = await bench.office();
  const { large, sql } = office;
  const client = new HttpClient(office.url, large.owner.token);
  const [plain, ours] = [await plainly(office), await said(client)];
  if (JSON.stringify(plain) !== JSON.stringify(ours))
    throw new Error(`The reports say ${JSON.stringify(ours)}, the tables ${JSON.stringify(plain)}`);
  const [invoices] = await sql<{ count: number }[]>`
    select count(*)::int as count from invoices where tenant_id = ${large.id}`;
  const asking = Object.values(REPORTS).map((path) => () => client.send({ path }));
  for (const ask of asking) await ask();
  // What the database does behind everybody's back (it tidies up after the sums) meets one round or the other.
  const rounds = await inTurn(
    ROUNDS,
    [() => plainly(office), ...asking].map((ask) => async () => {
      const { costs } = await costsOf(office, async () => {
        for (let time = 0; time < TIMES; time += 1) await ask();
      });
      return { database: costs.database_cpu_ms / TIMES, server: costs.server_cpu_ms / TIMES };
    }),
  );
  client.close();
  const [plain_rounds = [], ...report_rounds] = rounds;
  const plain_ms = median(plain_rounds.map(({ database }) => database)).toFixed(0);
  return Object.keys(REPORTS).map((name, at): Finding => {
    const measured = report_rounds[at] ?? [];
    const database = measured.map((round) => round.database);
    return {
      what: `${name} of a company with ${invoices?.count.toLocaleString("en")} invoices: the database's CPU`,
      ...{ value: median(database), unit: " ms", goal: { at_most: 50 }, spread: spread(database) },
      figures: {
        beside: `${plain_ms} ms for the plain aggregates of the same figures`,
        server_cpu: `${median(measured.map(({ server }) => server)).toFixed(1)} ms`,
      },
    };
  });
}

// Changes of packages in a large company: how long a clerk waits for a preview, and what a new price of its package costs beside one
// UPDATE of as many rows, while tills go on.
import type { Bench, Finding } from "../harness/row.ts";
import { percentile, timed } from "../harness/statistics.ts";
import { HttpClient } from "../office/http-load.ts";
import { customerId, type Office } from "../office/office.ts";
import { rechargeOf } from "../recharge/request.ts";

const PREVIEWS = 300;
const WARM_UP = 30;

async function send(client: HttpClient, request: Parameters<HttpClient["send"]>[0]): Promise<string> {
  const { status, body } = await client.send(request);
  if (status >= 300) throw new Error(`${request.path}: ${status} ${body}`);
  return body;
}

const post = (path: string, body: object) => ({ method: "POST", path, body });

async function previews({ url, large }: Office): Promise<Finding> {
  const client = new HttpClient(url, large.owner.token);
  const plan = { name: "Large", price: "2400.00", bandwidth_mbps: 50, validity_days: 30 };
  const pack = JSON.parse(await send(client, post("/api/v1/packages/", plan))).id;
  const times: number[] = [];
  for (let n = 1; n <= WARM_UP + PREVIEWS; n += 1) {
    const path = `/api/v1/customers/${customerId(1 + ((n * 97) % large.customers))}/change-package/preview/`;
    const took = await timed(() => send(client, post(path, { package: pack })));
    if (n > WARM_UP) times.push(took);
  }
  client.close();
  return {
    what: `a preview of a change of package at ${large.customers.toLocaleString("en")} customers, p95`,
    ...{ value: percentile(times, 0.95), unit: " ms", goal: { at_most: 50 } },
    figures: { median: `${percentile(times, 0.5).toFixed(1)} ms` },
  };
}

/** The till's waits while something is done. */
async function beside(office: Office, work: () => Promise<unknown>): Promise<number[]> {
  const till = new HttpClient(office.url, office.thousand.owner.token);
  const waits: number[] = [];
  let is_done = false;
  const selling = (async () => {
    for (let n = 1; !is_done; n += 1)
      waits.push(await timed(() => send(till, rechargeOf(1 + (n % office.thousand.customers)))));
  })();
  await work().finally(() => {
    is_done = true;
  });
  await selling;
  till.close();
  return waits;
}

async function reprice(office: Office): Promise<Finding[]> {
  const { sql, large, url } = office;
  // Their history begins, so that there is something to be followed by another price.
  await sql`insert into services (tenant_id, id, customer, package, package_name, price, validity_days, billing_months, from_date, state, reason)
    select c.tenant_id, new_id(), c.id, p.id, p.name, p.price, p.validity_days, p.billing_months, current_date - 40, 'ACTIVE', 'IMPORT'
    from customers c join packages p on p.tenant_id = c.tenant_id and p.id = c.package
    where c.tenant_id = ${large.id} and not exists (select from services s where s.tenant_id = c.tenant_id and s.customer = c.id and s.state = 'ACTIVE')`;
  await sql`vacuum analyze services`;
  // A statement of as many rows with the same triggers, which leaves them as they are.
  const limit = await timed(
    () => sql`update services set reason = reason where tenant_id = ${large.id} and state = 'ACTIVE'`,
  );
  await sql`vacuum analyze services`;
  const client = new HttpClient(url, large.owner.token);
  const body = { price: "1250.00" };
  const dearer = { method: "PATCH", path: `/api/v1/packages/${large.package}/`, body };
  let took = 0;
  const waits = await beside(office, async () => {
    took = await timed(() => send(client, dearer));
  });
  client.close();
  return [
    {
      what: `a new price of a package with ${large.customers.toLocaleString("en")} customers, beside one UPDATE of as many rows`,
      ...{ value: took / limit, unit: " ×", goal: { at_most: 3 } },
      figures: { took: `${took.toFixed(0)} ms`, update: `${limit.toFixed(0)} ms` },
    },
    {
      what: "a recharge of another company meanwhile, p99",
      ...{ value: waits.length === 0 ? null : percentile(waits, 0.99), unit: " ms", goal: { at_most: 150 } },
      figures: { recharges: waits.length },
    },
  ];
}

export async function benchChanges(bench: Bench): Promise<Finding[]> {
  const office = await bench.office();
  return [await previews(office), ...(await reprice(office))];
}

// What the database itself can do: one PL/pgSQL function that writes the rows of a recharge into the same tables, with the
// same triggers and indexes, called by pgbench, or by a lean program of ours where there is no pgbench.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { access, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Costs, costsOf } from "../harness/costs.ts";
import { LONGEST_MS, type Ran } from "../office/http-load.ts";
import type { Office } from "../office/office.ts";

/** Lock, read, write, audit, key: what POST /recharges/ does for a customer who owes an invoice. */
const FUNCTION = `
create or replace function bench_recharge(tenant uuid, customer_no bigint, who text, taken numeric) returns uuid
language plpgsql as $$
declare
  owner uuid := bench_id('0003', customer_no);
  recharge_id uuid := uuidv7();
  payment_id uuid := uuidv7();
  journal_id uuid := uuidv7();
  receipt text := 'L-' || nextval('bench_receipts');
  request_key text := gen_random_uuid()::text;
  locked record;
  money record;
  open record;
  cash uuid;
  known record;
  made json;
begin
  perform pg_try_advisory_xact_lock(hashtextextended('idempotency:' || tenant || ':' || request_key, 0));
  select request_hash, response_status, response_data into known from idempotency_keys k where k.tenant_id = tenant and k.key = request_key;
  select id, balance into locked from billing_accounts a where a.tenant_id = tenant and a.customer = owner for no key update;
  select c.*, p.price, p.validity_days into money from customers c join packages p on p.tenant_id = c.tenant_id and p.id = c.package
    where c.tenant_id = tenant and c.id = owner for no key update of c;
  select * into open from invoices i where i.tenant_id = tenant and i.customer = owner and i.due_amount > 0
    order by issue_date, id limit 1;
  select id into cash from billing_accounts a where a.tenant_id = tenant and a.code = 'CASH:CASH';
  update invoices i set paid_amount = open.paid_amount + taken, due_amount = open.due_amount - taken, status = open.status
    where i.tenant_id = tenant and i.id = open.id;
  insert into recharges (id, tenant_id, customer, package, amount, validity_days, method, recharged_by, receipt_number,
      payment_transaction, previous_expiry_date, new_expiry_date, occurred_at)
    values (recharge_id, tenant, owner, money.package, taken, 1, 'CASH', who, receipt, payment_id, money.expiry_date,
      money.expiry_date + 1, now());
  insert into payment_transactions (id, tenant_id, customer, unallocated_amount, recharge, receipt, trx_id, receipt_number,
      amount, method, status, received_by, received_at, holder)
    values (payment_id, tenant, owner, 0, recharge_id,
      jsonb_build_object('till', null, 'clerk', who, 'amount', taken, 'due_after', money.due_amount - taken, 'expiry_after',
        money.expiry_date + 1, 'advance_after', '0.00', 'expiry_before', money.expiry_date),
      receipt, receipt, taken, 'CASH', 'COMPLETED', who, now(), who);
  insert into payment_allocations (id, tenant_id, payment_transaction, invoice, allocated_amount)
    values (uuidv7(), tenant, payment_id, open.id, taken);
  insert into ledger_entries (id, tenant_id, journal, account, customer, entry_type, debit, credit, balance_after, entry_date,
      holder, source_type, source_id, posted_by, occurred_at)
    values (uuidv7(), tenant, journal_id, cash, null, 'PAYMENT', taken, 0, null, current_date, who, 'payment_transaction',
      payment_id, who, now()),
      (uuidv7(), tenant, journal_id, locked.id, owner, 'PAYMENT', 0, taken, locked.balance + taken, current_date, null,
      'payment_transaction', payment_id, who, now());
  update billing_accounts a set balance = locked.balance + taken where a.tenant_id = tenant and a.id = locked.id;
  update customers c set due_amount = money.due_amount - taken, expiry_date = money.expiry_date + 1, status = money.status
    where c.tenant_id = tenant and c.id = owner;
  select row_to_json(r) into made from (select r.*, money.name as customer_name from recharges r
    where r.tenant_id = tenant and r.id = recharge_id) r;
  insert into audit_logs (id, tenant_id, occurred_at, actor_username, action, module, object_type, object_id, details, address,
      request_id)
    values (uuidv7(), tenant, now(), who, 'recharge.create', 'billing', 'recharge', recharge_id,
      jsonb_build_object('after', made::jsonb, 'before', jsonb_build_object('balance', locked.balance, 'due_amount',
        money.due_amount, 'expiry_date', money.expiry_date)), '127.0.0.1', request_key);
  insert into idempotency_keys (tenant_id, key, operation, request_hash, response_status, response_data, expires_at)
    values (tenant, request_key, 'recharge.create', repeat('a', 64), 201, made, now() + interval '90 days');
  return recharge_id;
end $$`;

interface LimitLoad {
  clients: number;
  customers: number;
}

/** An operation that ended at this time, in milliseconds of the epoch. */
export interface Ended {
  at: number;
  latency_ms: number;
}

/** Calls until it is stopped; answers what ended when. */
type Caller = (load: LimitLoad) => { stop(): Promise<Ended[]> };

export interface Limit {
  /** The program that calls the function. */
  by: string;
  /** For so long, and so often, at least, once each connection has made its `warm_up` calls. */
  run(
    load: LimitLoad & { seconds: number; least: number; warm_up: number },
  ): Promise<{ ran: Ran; costs: Costs }>;
}

const LOOK_MS = 50;

async function findPgbench(): Promise<string | null> {
  const debian = "/usr/lib/postgresql";
  const versions = await readdir(debian).catch(() => []);
  const places = [
    ...(process.env.PATH ?? "").split(delimiter),
    ...versions.map((version) => join(debian, version, "bin")),
  ];
  for (const place of places) {
    const path = join(place, process.platform === "win32" ? "pgbench.exe" : "pgbench");
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return null;
}

const callOf = (tenant: string, customer: string) =>
  `select bench_recharge('${tenant}', ${customer}, 'large-owner', 10.00)`;

/** What pgbench has written of each call; killed where there is no alarm, it has not written of the last ones. */
async function readLogs(directory: string): Promise<Ended[]> {
  const logs = (await readdir(directory)).filter((name) => name.startsWith("log"));
  const texts = await Promise.all(logs.map((name) => readFile(join(directory, name), "utf8")));
  return texts.flatMap((text) =>
    text
      .split("\n")
      .slice(0, -1)
      .map((line) => {
        const [, , microseconds, , epoch, fraction] = line.split(" ").map(Number);
        return { at: epoch! * 1_000 + fraction! / 1_000, latency_ms: microseconds! / 1_000 };
      }),
  );
}

/** By which pgbench, as at the end of its own time, ends what it is at and writes of all. */
const END = process.platform === "win32" ? "SIGTERM" : "SIGALRM";

const pgbenchCaller =
  (pgbench: string, database_url: string, tenant: string): Caller =>
  ({ clients, customers }) => {
    const directory = mkdtempSync(join(tmpdir(), "lastmile-pgbench-"));
    const script = join(directory, "recharge.sql");
    writeFileSync(script, `\\set customer random(1, ${customers})\n${callOf(tenant, ":customer")};\n`);
    const options = ["-n", "-M", "prepared", "-c", String(clients), "-j", "2", "-T", "600", "-l"];
    const given = [...options, "--log-prefix", join(directory, "log"), "-f", script, database_url];
    const child = spawn(pgbench, given, { stdio: ["ignore", "ignore", "inherit"] });
    const closed = once(child, "close");
    return {
      stop: async () => {
        child.kill(END);
        await closed;
        const ended = await readLogs(directory);
        await rm(directory, { recursive: true, force: true });
        return ended;
      },
    };
  };

const nodeCaller =
  (database_url: string, tenant: string): Caller =>
  ({ clients, customers }) => {
    const script = fileURLToPath(new URL("limit-client.ts", import.meta.url));
    const given = [script, database_url, callOf(tenant, "$1"), String(clients), String(customers)];
    const child = spawn(process.execPath, given, { stdio: ["pipe", "pipe", "inherit"] });
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    const closed = once(child, "close");
    return {
      stop: async () => {
        child.stdin.end();
        await closed;
        return JSON.parse(text) as Ended[];
      },
    };
  };

/** Makes the function. Recharges customers of the office's large company, from the first on. */
export async function openLimit(office: Office): Promise<Limit> {
  const { sql, database_url, large } = office;
  await sql`create sequence if not exists bench_receipts`;
  await sql.unsafe(FUNCTION);
  const pgbench = await findPgbench();
  const caller = pgbench
    ? pgbenchCaller(pgbench, database_url, large.id)
    : nodeCaller(database_url, large.id);
  const calls = async () => {
    const [row] = await sql<{ calls: number }[]>`select last_value as calls from bench_receipts`;
    return row?.calls ?? 0;
  };
  /** Answers how many calls there were. */
  const waitFor = async (seconds: number, least: number): Promise<number> => {
    const [before, start] = [await calls(), performance.now()];
    for (;;) {
      await pause(LOOK_MS);
      const [made, passed] = [(await calls()) - before, performance.now() - start];
      if (passed > LONGEST_MS || (passed >= seconds * 1_000 && made >= least)) return made;
    }
  };
  return {
    by: pgbench ? "pgbench" : "a Node client",
    run: async ({ clients, customers, seconds, least, warm_up }) => {
      const calling = caller({ clients, customers });
      await waitFor(0, clients * warm_up);
      const begun = Date.now();
      const { result: operations, costs } = await costsOf(office, () => waitFor(seconds, least));
      const over = Date.now();
      const ended = (await calling.stop()).filter(({ at }) => at >= begun && at < over);
      const per_second = operations / ((over - begun) / 1_000);
      return { ran: { operations, per_second, latencies_ms: ended.map((one) => one.latency_ms) }, costs };
    },
  };
}

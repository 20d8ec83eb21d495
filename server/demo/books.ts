// What an accountant finds in the demo's books: a tax, cash handed over, a credit note, a refund, a bad debt, closed months.
import { addDays, type Day, lastDayOf, monthOf } from "../../shared/kernel/day.ts";
import type { Fragment } from "../kernel/db/db.ts";
import type { Tenant } from "../kernel/operation/principal.ts";
import type { Services } from "../kernel/services.ts";
import { actorOf } from "./act.ts";
import type { DemoTenant } from "./people.ts";

/** What stays in a drawer for change. */
const FLOAT = 2_000;
/** How many month ends ago cash was first brought to the safe. */
const MONTHS = 4;

const noon = (day: Day) => new Date(`${day}T09:00:00Z`);

/** The last days of the months before this one, oldest first. */
function monthEnds(today: Day): Day[] {
  const ends: Day[] = [];
  for (let day = today; ends.length < MONTHS; day = ends[0] ?? day)
    ends.unshift(addDays(`${monthOf(day)}-01`, -1));
  return ends;
}

/** At each month's end the clerk brings the drawer's notes to the safe, and the owner counts them; one bag is on its way to the bank. */
async function handCashOver(services: Services, tenant: Tenant, demo: DemoTenant, today: Day): Promise<void> {
  const from = demo.staff.find(({ role }) => role === "Counter")?.username;
  if (!from) return;
  const [clerk, owner] = await Promise.all(
    [from, demo.admin.username].map((username) => actorOf(services, tenant, username)),
  );
  if (!clerk || !owner) return;
  for (const day of [...monthEnds(today), addDays(today, -1)]) {
    const [row] = await services.db.platform<{ amount: string }[]>`
      select coalesce(sum(e.debit - e.credit), 0) as amount from ledger_entries e
        join billing_accounts a on a.tenant_id = e.tenant_id and a.id = e.account
      where e.tenant_id = ${tenant.id} and a.code = 'CASH:CASH' and e.holder = ${from} and e.entry_date <= ${day}`;
    const bag = Math.floor((Number(row?.amount ?? 0) - FLOAT) / 500) * 500;
    if (bag <= 0) continue;
    const input = { from, to: "OFFICE", amount: String(bag), method: "CASH" };
    const sent = await clerk({ name: "cash_transfer.create", key: `bag:${day}`, input, at: noon(day) });
    const counted = {
      name: "cash_transfer.confirm",
      key: `bag:${day}:counted`,
      id: String(sent.id),
      input: {},
    };
    await owner({ ...counted, at: new Date(noon(day).getTime() + 3_600_000) });
  }
  const deposit = { from: "OFFICE", to: "BANK", amount: "25000", method: "CASH", note: "Slip 20417" };
  await owner({ name: "cash_transfer.create", key: "deposit", input: deposit, at: noon(addDays(today, -1)) });
}

/** Payments that a provider reports and that match no customer: an unknown number, and money of another currency. */
const unknownMoney = ({ settings }: DemoTenant) =>
  [
    {
      event_id: "PG-80411",
      amount: "750.00",
      currency: settings.currency,
      account_ref: "01799 990 011",
      payer: "M. Alam",
    },
    {
      event_id: "PG-80436",
      amount: "15.00",
      currency: "EUR",
      account_ref: "01711 000 222",
      payer: "S. Karim",
    },
  ].map((event) => ({ provider: "paygate", ...event }));

/** Keeps the demo's books as an accountant would, and closes all months but the last two. */
export async function keepTheBooks(
  services: Services,
  tenant: Tenant,
  demo: DemoTenant,
  today: Day,
): Promise<void> {
  const sql = services.db.platform;
  const owner = await actorOf(services, tenant, demo.admin.username);
  const first = async (found: Fragment) => (await found)[0]?.id as string | undefined;
  const does = (name: string, input: Record<string, unknown>, id?: string) =>
    owner({
      name,
      key: `books:${name}:${id ?? input.invoice ?? input.customer ?? ""}`,
      input,
      at: noon(addDays(today, -2)),
      ...(id ? { id } : {}),
    });
  await does("tax_code.create", {
    name: "VAT",
    code: "VAT",
    rate: "5",
    is_inclusive: true,
    // No rate begins before bills that the one before it made.
    valid_from: addDays(lastDayOf(monthOf(today)), 1),
  });
  await handCashOver(services, tenant, demo, today);
  const bill = await first(sql`select id from invoices where tenant_id = ${tenant.id} and paid_amount > 500
    and carried_amount = 0 and credited_amount = 0 order by issue_date desc, id limit 1`);
  if (bill)
    await does("credit_note.create", { invoice: bill, amount: "150", reason: "Five days without a line" });
  const ahead =
    await first(sql`select id from customers where tenant_id = ${tenant.id} and advance_amount >= 100
    and reseller is null order by id limit 1`);
  if (ahead)
    await does("customer.refund", { amount: "100", method: "BANK", reason: "Moves to another town" }, ahead);
  const lost = await first(sql`select id from customers where tenant_id = ${tenant.id} and due_amount >= 500
    and reseller is null order by due_amount desc, id limit 1`);
  if (lost) {
    const waiver = { customer: lost, amount: "500", adjustment_type: "WAIVER", category: "BAD_DEBT" };
    await does("adjustment.create", { ...waiver, reason: "Has left, and nobody answers" });
  }
  for (const event of unknownMoney(demo)) {
    const at = noon(addDays(today, -1));
    await owner({ name: "payment_event.create", key: `books:${event.event_id}`, input: event, at });
  }
  const [, closed] = monthEnds(today);
  await does("settings.update", { lock_date: closed });
}

// One record of each kind that screens show, made through the API: nothing is looked at empty that is seldom empty.
import { monthOf } from "../../../shared/kernel/day.ts";
import type { Client } from "../../helpers/server.ts";
import { type E2eEnvironment, today } from "./e2e-environment.ts";

async function made(client: Client, path: string, body: Readonly<Record<string, unknown>>) {
  const answer = await client.post(path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const TODAY = today();
const MONTH = monthOf(TODAY);
/** On the labels of the ONUs that somebody has with them. */
const SERIALS = ["HWTC12345678", "HWTC12345679"];

/** What an office has beside customers, packages, bills and a router. */
export async function furnishOffice(
  owner: Client,
  { customers, package_id }: Pick<E2eEnvironment, "customers" | "package_id">,
): Promise<void> {
  const customer = customers[0]?.id;
  const item = await made(owner, "/store-items/", {
    name: "ONU, one port",
    serial_tracked: true,
    is_onu: true,
    reorder_level: 5,
  });
  await made(owner, `/store-items/${item.id}/movements/`, { movement_type: "IN", quantity: 4 });
  // Somebody who sits here asks for leave of their own.
  const { results: staff } = (await owner.get("/staff/?search=chief")).body;
  const account = staff[0]?.id ?? null;
  const named = { name: "Salma Akter", salary: "18000", staff: account };
  const employee = (await made(owner, "/employees/", named)).id;
  await made(owner, "/leaves/", {
    employee,
    leave_type: "SICK",
    start_date: TODAY,
    end_date: TODAY,
    reason: "Fever",
  });
  await made(owner, "/advance-salaries/", { employee, amount: "1000", deduction_month: MONTH });
  await made(owner, "/payrolls/", { employee, month: MONTH });
  const said = {
    name: "Bill reminder",
    script_text: "{name}, {due_amount} is due.",
    template_type: "BILL_DUE",
  };
  await made(owner, "/voice-templates/", said);
  await made(owner, "/call-logs/", {
    customer,
    call_type: "INBOUND",
    disposition: "RESOLVED",
    duration_seconds: 75,
  });
  await made(owner, "/tickets/", {
    customer,
    subject: "Line down",
    description: "No light",
    category: "NO_INTERNET",
  });
  const place = { latitude: 23.81, longitude: 90.41 };
  await made(owner, "/tasks/", {
    title: "Lay a line",
    description: "Second floor",
    task_type: "INSTALLATION",
    location: place,
  });
  // The day of whoever looks.
  await made(owner, "/tasks/", {
    ...{ title: "Weak light", description: "Slow since the storm", task_type: "REPAIR", customer },
    ...{ due_date: TODAY, window_from: "09:00", window_to: "11:00", priority: "URGENT" },
    checklist: [{ text: "Look at the connector", done: true }, { text: "Speed test" }],
    assigned_to: account,
  });
  const mine = { movement_type: "OUT", quantity: 2, staff: account, serial_numbers: SERIALS };
  await made(owner, `/store-items/${item.id}/movements/`, mine);
  const { results: bags } = (await owner.get("/held-stock/")).body;
  const used = { quantity: 1, serial_numbers: SERIALS.slice(1), customer };
  await made(owner, `/held-stock/${bags[0].id}/use/`, used);
  const reseller = (await made(owner, "/resellers/", { company_name: "Turag Net", credit_limit: "2000" })).id;
  await made(owner, "/reseller-pricing/", { reseller, package: package_id, custom_rate: "560" });
  await made(owner, `/resellers/${reseller}/top-up/`, { amount: "5000" });
  await made(owner, "/tax-codes/", { name: "VAT", code: "VAT", rate: 15, valid_from: "2026-01-01" });
  await made(owner, "/tenant-domains/", { domain: "portal.padma.example" });
  const { results: roles } = (await owner.get("/roles/?search=Manager")).body;
  const hook = { url: "https://hook.example/lastmile", events: ["router.offline"], role: roles[0]?.id };
  await made(owner, "/webhook-endpoints/", hook);
  const shift = (await made(owner, "/shifts/", { opening_float: "500" })).id;
  await made(owner, `/shifts/${shift}/close/`, {
    counted_cash: "490",
    counts: { 200: 2, 50: 1, 20: 2 },
    reason: "Change",
  });
  const { results: known } = (await owner.get("/customers/?page_size=1")).body;
  const kept = { customer: known[0].id, amount: "300", method: "CASH", reason: "Router on loan" };
  await made(owner, "/deposits/", kept);
  const move = { name: "Move to another flat", kind: "ONE_OFF", price: "500", source: "INSTALLATION" };
  const { id: addon } = await made(owner, "/addons/", move);
  await made(owner, "/customer-addons/", { customer: known[0].id, addon });
  await made(owner, "/cash-transfers/", { from: "OFFICE", to: "BANK", amount: "300", note: "Evening" });
  await furnishChanges(owner, package_id);
}

/** A change of package that is done, and one that waits for its day. */
async function furnishChanges(owner: Client, package_id: string): Promise<void> {
  const plan = { name: "Home 40", price: "1000.00", bandwidth_mbps: 40, validity_days: 30 };
  const { id: faster } = await made(owner, "/packages/", plan);
  for (const [n, when] of ["NOW", "AT_EXPIRY"].entries()) {
    const person = { name: `Shirin Sultana ${n + 1}`, username: `shirin${n + 1}`, phone: `0181100000${n}` };
    const { id } = await made(owner, "/customers/", { ...person, package: package_id });
    await made(owner, `/customers/${id}/change-package/`, { package: faster, when });
    await made(owner, `/customers/${id}/pause/`, { to: "2099-01-01" });
  }
}

/** A plan with a subscription, its payment, and a backup of the office. */
export async function furnishPlatform({ server, tenant: office }: E2eEnvironment): Promise<void> {
  const tenant = office.tenant.id;
  const platform = await server.superuser();
  const plan = await made(platform, "/saas/packages/", {
    name: "Growth",
    price_monthly: "80",
    features: ["Backups by night", "Support by phone"],
  });
  const starts = { tenant, package: plan.id, start_date: TODAY };
  const subscription = (await made(platform, "/saas/subscriptions/", starts)).id;
  await made(platform, "/saas/payments/", { subscription, amount: "80", trx_id: "WIRE-1" });
  await made(platform, "/saas/backups/", { tenant });
}

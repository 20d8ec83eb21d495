// Records in the states in which an office seldom has them all at once: whatever is offered for a state is offered somewhere.
import { TOTP } from "otpauth";
import { addMonths, monthOf } from "../../../shared/kernel/day.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { eventually } from "../../helpers/process/wait.ts";
import type { Client } from "../../helpers/server.ts";
import { type E2eEnvironment, today } from "../helpers/e2e-environment.ts";

type Body = Readonly<Record<string, unknown>>;

async function ok(client: Client, path: string, body: Body) {
  const answer = await client.post(path, body, { "idempotency-key": newId() });
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const TODAY = today();
const MONTH = monthOf(TODAY);
const LAST_MONTH = addMonths(MONTH, -1);

async function furnishMoney(owner: Client, customers: E2eEnvironment["customers"]): Promise<void> {
  const [payer, adjusted] = customers.map(({ id }) => id);
  await ok(owner, "/recharges/", { customer_id: payer, amount: "700", validity_days: 30 });
  await ok(owner, "/transactions/", { customer: payer, amount: "300" });
  await ok(owner, `/customers/${payer}/refund/`, { amount: "20", reason: "Paid twice" });
  const why = { adjustment_type: "CREDIT", category: "GOODWILL", reason: "Line was down" };
  await ok(owner, "/adjustments/", { customer: adjusted, amount: "10", ...why });
  const event = { provider: "gateway", event_id: "unknown-1", amount: "300.00", currency: "BDT" };
  await ok(owner, "/payments/events/", { ...event, account_ref: "nobody" });
  await ok(owner, "/cash-transfers/", { from: "OFFICE", to: "BANK", amount: "50", method: "CASH" });
  await ok(owner, "/closings/", { month: LAST_MONTH, async: false });
}

async function furnishPeople(owner: Client): Promise<void> {
  const employee = (await ok(owner, "/employees/", { name: "Kamal Hossain", salary: "18000" })).id;
  await ok(owner, "/attendance/", { employee, date: TODAY, check_in: "09:05", check_out: "18:00" });
  const advance = (await ok(owner, "/advance-salaries/", { employee, amount: "500", deduction_month: MONTH }))
    .id;
  await ok(owner, `/advance-salaries/${advance}/approve/`, {});
  const payroll = (await ok(owner, "/payrolls/", { employee, month: LAST_MONTH })).id;
  await ok(owner, `/payrolls/${payroll}/pay/`, { method: "BANK" });
}

/** Somebody with a second factor, of the staff. */
async function furnishFactor({ server, tenant }: E2eEnvironment): Promise<void> {
  await tenant.staff("careful", "Support");
  const careful = await server.signIn("careful", "careful-secret", tenant.tenant.subdomain);
  const { secret } = await ok(careful, "/auth/otp/", { password: "careful-secret" });
  await ok(careful, "/auth/otp/confirm/", { otp: new TOTP({ secret }).generate() });
}

async function furnishSystem(environment: E2eEnvironment): Promise<void> {
  const { owner, tenant } = environment.tenant;
  const { results: staff } = (await owner.get("/staff/?search=chief")).body;
  await ok(owner, "/report-schedules/", { staff: staff[0].id, email: "chief@padma.example" });
  await ok(owner, "/ticket-categories/", { name: "No internet", category: "NO_INTERNET" });
  await ok(owner, "/voice-settings/", {
    provider_name: "Gateway",
    api_endpoint: "https://voice.example/calls",
  });
  const { results: roles } = (await owner.get("/roles/?search=Manager")).body;
  const told = { events: ["router.offline"], role: roles[0]?.id };
  await ok(owner, "/webhook-endpoints/", { ...told, url: "https://off.example/", is_active: false });
  const sql = environment.server.services.db.platform;
  const happened = { tenant_id: tenant.id, id: newId(), type: "router.offline" };
  await sql`insert into webhook_events ${sql(happened)}`;
  const came = { source: "GATEWAY", receiver: "HMAC", account: newId(), address: "203.0.113.7", method: "POST" };
  const kept = { query: "", headers: sql.json({}), body: "{}", is_base64: false, verdict: "VERIFIED", status: "FAILED" };
  await sql`insert into inbound_calls ${sql({ tenant_id: tenant.id, id: newId(), received_at: new Date(), ...came, ...kept })}`;
  const mail = { kind: "TEST", to: "a@b.example", subject: "Test", status: "FAILED", reason: "UNREACHABLE" };
  const tried = { tries: 8, tries_left: 0, requested_by: "chief" };
  await sql`insert into mails ${sql({ tenant_id: tenant.id, id: newId(), ...mail, ...tried })}`;
}

/** The rest of what an office can have; beside `furnishOffice` and `furnishFibre`. */
export async function furnishStates(environment: E2eEnvironment): Promise<void> {
  const { owner } = environment.tenant;
  await ok(owner, "/offers/", {
    title: "Autumn",
    discount_type: "PERCENT",
    discount_value: 10,
    start_date: TODAY,
    end_date: TODAY,
  });
  await furnishMoney(owner, environment.customers);
  await furnishPeople(owner);
  await furnishFactor(environment);
  await furnishSystem(environment);
  // Whoever recharged has a line, and their router dials in.
  await eventually(async () => (await owner.get("/user-sessions/")).body.count > 0);
}

/** Of the platform: who asks to be let in, who was stopped, what has ended. */
export async function furnishPlatformStates({ server }: E2eEnvironment): Promise<void> {
  const platform = await server.superuser();
  const asked = { org_name: "Jamuna Net", contact_email: "office@jamuna.example" };
  await ok(server.anonymous, "/saas/onboarding-requests/", asked);
  const admin = { username: "turag-owner", password: "turag-secret", full_name: "Owner" };
  const company = (await ok(platform, "/tenants/", { name: "Turag Net", subdomain: "turag", admin })).id;
  const plan = (await ok(platform, "/saas/packages/", { name: "Small", price_monthly: "20" })).id;
  const subscription = (await ok(platform, "/saas/subscriptions/", { tenant: company, package: plan })).id;
  await ok(platform, `/saas/subscriptions/${subscription}/cancel/`, {});
  await ok(platform, `/saas/tenants/${company}/suspend/`, { reason: "Not paid" });
}

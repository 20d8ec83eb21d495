// An id is no proof. Every input that names a person, a device, a site or a company is listed here with what proves it, or why it
// needs no proof; a new one fails until somebody has said so. Read off the declarations: operations, routes, procedures, headers.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AnyRouter } from "@trpc/server";
import { expect, test } from "vitest";
import { z } from "zod";
import { AREAS } from "../../../server/areas.ts";
import { syncProcedures } from "../../../server/kernel/sync/procedures.ts";
import { command } from "../../../shared/kernel/sync/wire.ts";
import { OPERATIONS } from "../../../shared/resources.ts";

/** Members that name somebody or something that acts, or when it did. */
const NAMES =
  /^(.*_)?(author|user|username|staff|member|employee|person|agent|agent_id|device|device_id|device_code|device_secret|site|tenant|subdomain|domain|holder|cashier|collector|by|owner|assigned_to|reseller|admin|role|proof|receipt_number|occurred_at|received_at|started_at|sent_at)$/;
/** Of these the members say whose cash goes where. */
const CASH = /^(cash_transfer\.create)\.(from|to)$/;

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

/** The members of a schema by their dotted paths. */
function membersOf(schema: Schema, path: string): string[] {
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, member]) => [
      `${path}.${name}`,
      ...membersOf(member, `${path}.${name}`),
    ]),
    ...(schema.items ? membersOf(schema.items, path) : []),
    ...parts.flatMap((part) => membersOf(part, path)),
  ];
}

const schemaOf = (input: z.ZodType): Schema =>
  z.toJSONSchema(input, { unrepresentable: "any", io: "input" }) as Schema;

const procedures: Record<string, AnyRouter> = {
  sync: syncProcedures,
  ...Object.assign({}, ...AREAS.map((area) => area.procedures ?? {})),
};

const isNaming = (path: string): boolean => NAMES.test(path.split(".").at(-1) ?? "") || CASH.test(path);

const inputs: readonly string[] = [
  ...OPERATIONS.flatMap(({ name, input }) => membersOf(schemaOf(input), name)),
  ...AREAS.flatMap(({ routes }) =>
    routes
      // What a GET asks for is a filter: what is shown follows from the right of whoever asks.
      .filter(({ method }) => method !== "GET")
      .flatMap(({ method, path, body, query }) =>
        [body, query].flatMap((input) => (input ? membersOf(schemaOf(input), `${method} ${path}`) : [])),
      ),
  ),
  ...membersOf(schemaOf(command), "sync.push.commands"),
  ...Object.entries(procedures).flatMap(([of, { _def }]) =>
    Object.entries(_def.procedures as Record<string, { _def: { inputs: z.ZodType[] } }>).flatMap(
      ([name, procedure]) =>
        procedure._def.inputs.flatMap((input) => membersOf(schemaOf(input), `${of}.${name}`)),
    ),
  ),
];
const naming = [...new Set(inputs.filter(isNaming))].sort();

const REFERENCE =
  "points at a record of this company, and gives nobody a right: who acts is who is signed in, and stands beside it";
const ACCOUNT =
  "what is written of an account by whoever has the right to; it signs nobody in without a password";
const PLATFORM = "of super administrators alone, who say of which company they speak";
const HOLDER =
  "whose cash it is: of others' only with the right to (refuseOthers), and the holder has to be there";
const PAYER =
  "the right to pay salaries, which is an office's; the holder has to be there, and it says who paid";
const AGENT = "a name that an agent gives itself; what it may reach follows from the site of its token";
const TOLD = "what a device of the token's site says of itself and of those who use it";
const SITE =
  "where something stands; whom it lets in is said by the site of a token, which the right to tokens writes";
const CLOCK =
  "a clock's word: within five minutes ahead and 45 days back; of the past three days, more with finance.backdate";

const all = (why: string, paths: readonly string[]) => Object.fromEntries(paths.map((path) => [path, why]));

/** What proves each: by input and member, or by input for all of its members. */
const PROVEN: Readonly<Record<string, string>> = {
  "sync.register.device_id": "of a device that is known: its device_secret",
  "sync.register.device_secret": "192 random bits, of which the server keeps the hash",
  "sync.register.device_code": "kept only where nobody has it",
  "sync.push.device_id": "the session was bound to the device, by its secret (DEVICE_MISMATCH)",
  "sync.push.sent_at": "a clock's word, which puts a time right and never before what is known",
  "sync.push.commands.author": "its proof, else it is whoever pushes (AUTHOR_UNPROVEN)",
  "sync.push.commands.proof": "HMAC by the author's key at the device",
  "sync.push.commands.device_id": "has to be the batch's",
  "sync.push.commands.occurred_at": "bounded by the command before and the device's registration (CLOCK)",
  ...all(REFERENCE, [
    "adjustment.create.approved_by",
    "advance_salary.create.employee",
    "attendance.create.employee",
    "attendance.mark.marks.employee",
    "call_log.create.agent",
    "call_log.update.agent",
    "customer.create.reseller",
    "customer.update.reseller",
    "employee.create.staff",
    "employee.update.staff",
    "leave.create.employee",
    "payroll.create.employee",
    "report_schedule.create.staff",
    "reseller_pricing.create.reseller",
    "store_item.move.staff",
    "task.arrange.assigned_to",
    "task.arrange.seen",
    "task.assign.assigned_to",
    "task.create.assigned_to",
    "ticket.create.assigned_to",
    "ticket.dispatch.assigned_to",
    "ticket.update.assigned_to",
  ]),
  ...all(ACCOUNT, [
    "customer.create.username",
    "customer.update.username",
    "reseller.create.user",
    "reseller.create.username",
    "reseller.update.user",
    "router.create.username",
    "router.update.username",
    "settings.update.mail_user",
    "staff.create.username",
  ]),
  ...all(PLATFORM, [
    "POST /saas/backups/.tenant",
    "POST /saas/backups/{id}/restore/.subdomain",
    "database_backup.create.tenant",
    "database_backup.restore.subdomain",
    "onboarding_request.approve.admin",
    "onboarding_request.approve.subdomain",
    "onboarding_request.update.subdomain",
    "saas_tenant.create.admin",
    "saas_tenant.create.subdomain",
    "saas_tenant.update.subdomain",
    "tenant.create.admin",
    "tenant.create.subdomain",
    "tenant.update.subdomain",
    "tenant_subscription.create.tenant",
  ]),
  ...all(PAYER, ["advance_salary.approve.holder", "payroll.pay.holder"]),
  ...all(HOLDER, ["cash_transfer.create.from", "cash_transfer.create.to"]),
  ...all(AGENT, [
    "agent.answer.agent_id",
    "agent.hello.agent_id",
    "agent.hello.site",
    "agent.lease.agent_id",
    "agent.observe.agent_id",
    "agent.observeOlt.agent_id",
    "agent.wake.agent_id",
  ]),
  ...all(TOLD, ["agent.answer.question", "agent.observe.sessions", "agent.report.result.users"]),
  ...all(SITE, [
    "api_token.create.site",
    "api_token.update.site",
    "POST /agents/pairing-codes/.site",
    "olt.create.site",
    "olt.update.site",
    "router.create.site",
    "router.update.site",
  ]),
  ...all(CLOCK, [
    "call_log.create.started_at",
    "call_log.update.started_at",
    "cash_transfer.create.occurred_at",
    "deposit.create.occurred_at",
    "recharge.create.occurred_at",
    "transaction.create.occurred_at",
  ]),
  "POST /auth/login/.username": "the password, and the second factor where there is one",
  "POST /auth/login/.tenant": "the membership of whoever signs in",
  "POST /auth/login/.device_secret":
    "256 random bits, of which the server keeps the hash; no way in by itself",
  "POST /saas/auth/login/.username": "the password, and the second factor where there is one",
  "POST /saas/auth/login/.device_secret":
    "256 random bits, of which the server keeps the hash; no way in by itself",
  "POST /customer/query/.tenant": "public: whoever asks is told the status of a line, and no more",
  "POST /customer/query/.username": "public: whoever asks is told the status of a line, and no more",
  "POST /saas/onboarding-requests/.subdomain": "public: a wish, which somebody of the platform looks at",
  "tenant_domain.create.domain": "a record in its DNS that only its owner can write",
  "staff.create.role": "nobody gives rights that they don't have (isGranted)",
  "staff.update.role": "nobody gives rights that they don't have (isGranted)",
  "api_token.create.role": "nobody gives rights that they don't have (isGranted)",
  "api_token.update.role": "nobody gives rights that they don't have (isGranted)",
  "webhook_endpoint.create.role": "nobody gives rights that they don't have (isGranted)",
  "webhook_endpoint.update.role": "nobody gives rights that they don't have (isGranted)",
  "recharge.create.receipt_number": "starts with the code of the device that the session belongs to",
  ...Object.fromEntries(
    [
      ...["customer.change_package", "customer_addon.create"],
      "POST /customers/{id}/change-package/preview/",
    ].map((of) => [
      `${of}.payment.receipt_number`,
      "starts with the code of the device that the session belongs to",
    ]),
  ),
  "transaction.create.receipt_number": "starts with the code of the device that the session belongs to",
  "task.complete.signed_by": "a customer's name beside their signature; it acts nowhere",
  "payment_event.create.occurred_at": "the provider's signature over the body",
};

const isProven = (path: string): boolean =>
  Object.keys(PROVEN).some((known) => known === path || path.startsWith(`${known}.`));

test("Every input that names a person, device, site or company says what proves it", () => {
  expect(naming.length).toBeGreaterThan(60);
  expect(naming.filter((path) => !isProven(path))).toEqual([]);
});

test("What is said to be proven is there", () => {
  const known = Object.keys(PROVEN);
  expect(known.filter((one) => !naming.some((path) => path === one || path.startsWith(`${one}.`)))).toEqual(
    [],
  );
});

/** What proves what a header says. */
const HEADERS: Readonly<Record<string, string>> = {
  accept: "names nobody",
  authorization: "the token itself, kept as its hash",
  "content-type": "names nobody",
  "idempotency-key": "of a company; the first answer is given to who has the operation's right there",
  "if-match": "names nobody",
  [`PROTOCOL_HEADER`]: "names nobody",
  "x-signature": "HMAC by the provider's secret over the body",
  "x-tenant": "looked at of super administrators alone; a person's company is their token's",
};

test("Every header that the server looks at is listed with what proves it", () => {
  const root = fileURLToPath(new URL("../../../server/", import.meta.url));
  const read = readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8");
      return [...text.matchAll(/(?:request|req)\.headers(?:\.(\w+)|\[(?:"([\w-]+)"|(\w+))\])/g)];
    })
    .map(([, member, quoted, constant]) => member ?? quoted ?? constant ?? "");
  expect([...new Set(read)].sort()).toEqual(Object.keys(HEADERS).sort());
});

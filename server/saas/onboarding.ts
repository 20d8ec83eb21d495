// Onboarding: anybody asks, a super administrator approves (then there is a tenant, with all that one has) or declines, once.
import { createHash } from "node:crypto";
import { addDays } from "../../shared/kernel/day.ts";
import { Failure } from "../../shared/kernel/failure.ts";
import { normalText } from "../../shared/kernel/normal/normal-text.ts";
import { operation, withIdempotencyKey } from "../../shared/kernel/operation.ts";
import { type RecordOf, recordSchema } from "../../shared/kernel/resource.ts";
import {
  approveOnboarding,
  type OnboardingBody,
  onboardingBody,
  onboardingRequest,
  rejectOnboarding,
  tenantSubscription,
} from "../../shared/saas/index.ts";
import { makeTenant } from "../identity/index.ts";
import { route } from "../kernel/area.ts";
import type { Call, OperationContext } from "../kernel/operation/context.ts";
import { implement, type Reply } from "../kernel/operation/run-operation.ts";
import { checkKey, runOperation } from "../kernel/operation/run-request.ts";
import { changeRecord, createRecord } from "../kernel/resource/write-record.ts";
import { randomSigns } from "../kernel/secrets/random-signs.ts";
import type { Services } from "../kernel/services.ts";
import { followSubscriptions } from "./limits.ts";

type Request = RecordOf<typeof onboardingRequest>;

const TRIAL_DAYS = 14;

const askToJoin = implement(
  operation({
    on: onboardingRequest,
    name: "create",
    permission: null,
    summary: "Ask for a company to be let in: open to anybody",
    input: onboardingBody,
  }),
  (ctx, body) => createRecord(ctx, onboardingRequest, body),
);

/** Records a company's request, from any caller. */
export async function requestToJoin(
  services: Services,
  call: Call,
  input: OnboardingBody,
  idempotency_key: string | null = null,
): Promise<Reply> {
  return runOperation(services, askToJoin, call, { input, id: null, idempotency_key });
}

/** Nobody is known here: callers are told apart by their addresses, and none takes a key from an operator. */
function keyOf({ address }: Call, key: string | undefined): string | null {
  if (key === undefined) return null;
  checkKey(key);
  return `anybody:${createHash("sha256").update(`${address} ${key}`).digest("hex")}`;
}

export const onboardingRoute = route({
  method: "POST",
  path: "/saas/onboarding-requests/",
  operation_id: "createOnboardingRequest",
  summary: askToJoin.operation.summary,
  area: "saas",
  permission: "public",
  rate_limit: { max: (services) => services.limits.lookups_per_minute },
  body: withIdempotencyKey(onboardingBody),
  request_headers: ["IdempotencyKey"],
  output: recordSchema(onboardingRequest),
  status: 201,
  failures: ["IDEMPOTENCY_IN_PROGRESS", "IDEMPOTENCY_KEY_REUSED"],
  handler({ services, call, body, headers }) {
    const { idempotency_key, ...input } = body as OnboardingBody & { idempotency_key?: string };
    const header = headers["idempotency-key"];
    const key = keyOf(call, typeof header === "string" ? header : idempotency_key);
    return requestToJoin(services, call, input, key);
  },
});

// No two that look alike (0 and O, 1 and l): it is read out and typed.
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
const oneTimePassword = () => Array.from({ length: 4 }, () => randomSigns(LETTERS, 4)).join("-");

/** "Padma Online Ltd." → "padma-online-ltd"; a name of other scripts makes none. */
const slugOf = (name: string) =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 50)
    .replace(/-+$/, "");

/** A short name that no tenant has yet: the one that was asked for, or is made of the company's name. */
async function freeSubdomain(
  { tx }: OperationContext,
  { subdomain, org_name, id }: Request,
): Promise<string> {
  const wished = subdomain ?? (slugOf(org_name) || `company-${id.slice(-6)}`);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wished : `${wished}-${number}`;
    const [taken] = await tx`select 1 from tenants where subdomain = ${name}`;
    if (!taken) return name;
  }
}

/** The name of the owner's account: the e-mail address, unless an account has it already, which may be another person's. */
async function freeUsername(
  { tx }: OperationContext,
  { contact_email }: Request,
  subdomain: string,
): Promise<string> {
  const email = normalText(contact_email);
  for (let number = 0; ; number += 1) {
    const name = number === 0 ? email : `${subdomain}-owner${number === 1 ? "" : `-${number}`}`;
    const [taken] = await tx`select 1 from users where username_normal = ${normalText(name)}`;
    if (!taken) return name;
  }
}

async function startTrial(
  ctx: OperationContext,
  trial: { tenant: string; package: string; days: number },
): Promise<void> {
  const { days, ...of } = trial;
  const [start_date, end_date] = [ctx.today, addDays(ctx.today, days)];
  await createRecord(ctx, tenantSubscription, { ...of, start_date, end_date, status: "TRIAL" });
  await followSubscriptions(ctx.tx, ctx.tx`select ${trial.tenant}::uuid`);
}

/** @throws Failure ILLEGAL_TRANSITION for one that was decided before. */
function refuseDecided({ status }: Request): void {
  if (status !== "PENDING") throw new Failure("ILLEGAL_TRANSITION", `The request is ${status} already`);
}

const decision = ({ call }: OperationContext) => ({
  decided_by: call.principal.username,
  decided_at: call.occurred_at.toISOString(),
});

export const onboardingOperations = [
  implement(approveOnboarding, async (ctx, input, id) => {
    const password = oneTimePassword();
    let username = "";
    const record = await changeRecord(ctx, approveOnboarding, id, async (request) => {
      refuseDecided(request);
      const { contact_email: email, contact_name, org_name } = request;
      const subdomain = input.subdomain ?? (await freeSubdomain(ctx, request));
      username = input.admin?.username ?? (await freeUsername(ctx, request, subdomain));
      const admin = input.admin ?? { username, password, full_name: contact_name ?? org_name, email };
      const tenant = await makeTenant(ctx, { name: org_name, subdomain, admin, is_one_time: !input.admin });
      const plan = input.package === undefined ? request.package : input.package;
      if (plan) await startTrial(ctx, { tenant, package: plan, days: input.trial_days ?? TRIAL_DAYS });
      return { set: { status: "APPROVED", tenant, ...decision(ctx) } };
    });
    return { ...record, admin: { username, one_time_password: input.admin ? null : password } };
  }),

  implement(rejectOnboarding, (ctx, { reason }, id) =>
    changeRecord(ctx, rejectOnboarding, id, (request) => {
      refuseDecided(request);
      return { set: { status: "REJECTED", reason: reason ?? null, ...decision(ctx) }, note: reason };
    }),
  ),
];

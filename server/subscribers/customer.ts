// Customers: what the declaration can't say about their fields, and the jobs that follow from a change.
import { Failure, invalid } from "../../shared/kernel/failure.ts";
import { onuSerial } from "../../shared/network/index.ts";
import {
  type Customer,
  customer,
  customerVerbs,
  initialCause,
  service,
} from "../../shared/subscribers/index.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import { deleteRows } from "../kernel/resource/deletions.ts";
import type { Draft } from "../kernel/resource/draft.ts";
import type { Hooks } from "../kernel/resource/hooks.ts";
import type { ListOptions } from "../kernel/resource/list/request.ts";
import { isNarrowed } from "../kernel/resource/own-records.ts";
import { createRecord, updateRecord } from "../kernel/resource/write-record.ts";
import { chooseOnu, enqueueJob, enqueueJobs, followOnu } from "../network/index.ts";
import { openAccounts } from "./open-accounts.ts";
import { beginServices, followPackage } from "./service/history.ts";
import { refuseOtherPackage } from "./service/paid-for.ts";
import { priceWith } from "./service/price.ts";
import { promoOf, sellWith } from "./service/promo.ts";
import { freePlace, takePlaces } from "./subscriber-limit.ts";
import { promisedByHand, requireTerms } from "./terms.ts";

/** Opened with the customer, by the subscribers' area; what is on them is billing's. */
const ACCOUNTS = { table: "billing_accounts", collection: "billing_accounts" };

export const customerList: ListOptions = {
  filters: {
    has_due: (tx, value) => {
      if (value !== "true" && value !== "false") throw invalid("has_due", "true or false");
      return value === "true" ? tx`t.due_amount > 0` : tx`t.due_amount = 0`;
    },
  },
};

/**
 * What no field alone can say.
 * @throws Failure VALIDATION.
 */
export function checkFields(draft: Draft<typeof customer>): Draft<typeof customer> {
  const limits = { latitude: 90, longitude: 180 } as const;
  for (const field of ["latitude", "longitude"] as const) {
    const limit = limits[field];
    if (Math.abs(draft[field] ?? 0) > limit) throw invalid(field, `From -${limit} to ${limit}`);
  }
  const { mac_address, onu_serial } = draft;
  return {
    ...draft,
    ...(mac_address ? { mac_address: mac_address.toUpperCase().replaceAll("-", ":") } : {}),
    ...(typeof onu_serial === "string" ? { onu_serial: checkedSerial(onu_serial) } : {}),
  };
}

function checkedSerial(text: string): string {
  const serial = onuSerial(text);
  if (serial === null) throw invalid("onu_serial", "Like HWTC1234ABCD, or AA:BB:CC:DD:EE:FF");
  return serial;
}

const ON_THE_ROUTER = [
  "name",
  "username",
  "package",
  "mac_address",
  "ip_address",
  "router",
  "connection_type",
] as const;

/** The jobs that bring routers in line with a change of a customer. */
async function followChange(
  ctx: OperationContext,
  record: Customer,
  before: Customer,
  draft: Draft<typeof customer>,
): Promise<void> {
  const { id, router } = record;
  if (before.router !== null && before.router !== router) {
    const payload = { username: before.username };
    await enqueueJob(ctx, { kind: "REMOVE_USER", router: before.router, customer: id, payload });
  }
  if (record.status === "TERMINATED") {
    if (before.status !== "TERMINATED") await enqueueJob(ctx, { kind: "DISABLE_USER", router, customer: id });
    return;
  }
  const differs =
    draft.password !== undefined || ON_THE_ROUTER.some((field) => record[field] !== before[field]);
  if (differs) await enqueueJob(ctx, { kind: "UPSERT_USER", router, customer: id });
  // A new last day of access may open or close the line.
  const access = (["expiry_date", "grace_period_until"] as const).some(
    (field) => record[field] !== before[field],
  );
  if (access && !differs && record.status === "ACTIVE")
    await enqueueJob(ctx, { kind: "ENABLE_USER", router, customer: id });
}

async function hasFinancialHistory(ctx: OperationContext, id: string): Promise<boolean> {
  const { tx, tenant } = ctx;
  const [found] = await tx`
    select from customers c where c.tenant_id = ${tenant.id} and c.id = ${id} and (
      exists (select from invoices where tenant_id = c.tenant_id and customer = c.id)
      or exists (select from recharges where tenant_id = c.tenant_id and customer = c.id)
      or exists (select from payment_transactions where tenant_id = c.tenant_id and customer = c.id)
      or exists (select from deposits where tenant_id = c.tenant_id and customer = c.id)
      or exists (select from customer_addons where tenant_id = c.tenant_id and customer = c.id)
      or exists (select from pending_charges where tenant_id = c.tenant_id and customer = c.id)
      or exists (select from billing_accounts a join ledger_entries l on l.tenant_id = a.tenant_id and l.account = a.id
        where a.tenant_id = c.tenant_id and a.customer = c.id))`;
  return found !== undefined;
}

/** Whose a new customer is: who sees their own customers alone makes them for themself. */
async function resellerOf(ctx: OperationContext, draft: Draft<typeof customer>): Promise<string | null> {
  if (!isNarrowed(customer, ctx.tenant.rowScope)) return draft.reseller ?? null;
  const [own] = await ctx.tx<{ id: string }[]>`select id from resellers
    where tenant_id = ${ctx.tenant.id} and "user" = ${ctx.actor.user_id}`;
  if (!own) throw new Failure("PERMISSION_DENIED", "You sign in for no reseller: no customer would be yours");
  return own.id;
}

/**
 * Of a line that a desktop named no router for: the only one that there is, since a clerk's form has no routers to choose from.
 * An integrator's customer has the router that they said, or none.
 */
async function onlyRouter(
  { tx, tenant, call }: OperationContext,
  { router, connection_type = "PPPOE" }: Draft<typeof customer>,
): Promise<string | null> {
  if (call.command === null || router !== undefined || connection_type !== "PPPOE") return router ?? null;
  const active = await tx<{ id: string }[]>`
    select id from routers where tenant_id = ${tenant.id} and is_active limit 2`;
  return active.length === 1 ? (active[0]?.id ?? null) : null;
}

const PRICED_BY = ["package", "discount"] as const;

const priceOfDraft = (
  ctx: OperationContext,
  { id = "", package: pack = null, discount = "0" }: Draft<typeof customer> & { id?: string },
  promo_price: string | null = null,
): Promise<string> => priceWith(ctx, { id, package: pack, discount, promo_price });

const hooks: Required<Hooks<typeof customer>> = {
  create: {
    async before(ctx, draft) {
      const checked = { ...checkFields(draft), reseller: await resellerOf(ctx, draft) };
      requireTerms(ctx, checked, null);
      const promised = promisedByHand(ctx, checked.grace_period_until, null);
      const onu = await chooseOnu(ctx, null, checked, null);
      const [price, router] = await Promise.all([priceOfDraft(ctx, checked), onlyRouter(ctx, checked)]);
      return {
        ...checked,
        router,
        ...onu,
        ...promised,
        price,
        suspended_for: initialCause(checked, ctx.today),
      };
    },
    async after(ctx, record) {
      await openAccounts(ctx, [record]);
      await beginServices(ctx, [record.id], "START");
      await followOnu(ctx, record, null);
      if (record.status !== "TERMINATED") await takePlaces(ctx, 1, record.id);
      await enqueueJob(ctx, { kind: "UPSERT_USER", router: record.router, customer: record.id });
    },
  },
  update: {
    /** Access is changed by its own operations, which tell the router. */
    async before(ctx, draft, record) {
      const checked = checkFields(draft);
      requireTerms(ctx, checked, record);
      const { status, ...fields } = checked;
      const promised = promisedByHand(ctx, fields.grace_period_until, record);
      const onu = await chooseOnu(ctx, record.id, fields, record);
      const is_priced = PRICED_BY.some((name) => fields[name] !== undefined && fields[name] !== record[name]);
      const price = is_priced ? { price: await priceOfDraft(ctx, { ...record, ...fields }) } : {};
      const rest = { ...fields, ...promised, ...price, ...onu };
      if (status === undefined || status === record.status) return rest;
      if (status !== "TERMINATED") {
        throw new Failure(
          "ILLEGAL_TRANSITION",
          "Use toggle_status, grant-grace-period or a recharge to change the access",
        );
      }
      // Who has left leaves the ONU to the next one.
      return { ...rest, status, suspended_for: null, onu: null };
    },
    async after(ctx, record, before, draft) {
      if (record.status === "TERMINATED" && before.status !== "TERMINATED") await freePlace(ctx);
      await followOnu(ctx, record, before.onu);
      await followPackage(ctx, record, before);
      await followChange(ctx, record, before, draft);
    },
  },
  delete: {
    async before(ctx, { id, router, username, status }) {
      if (await hasFinancialHistory(ctx, id)) {
        throw new Failure(
          "HAS_FINANCIAL_HISTORY",
          "The customer has a financial history: set the status to TERMINATED instead",
        );
      }
      if (status !== "TERMINATED") await freePlace(ctx);
      // An account that nothing was ever posted to goes with its customer.
      await deleteRows(ctx.tx, ACCOUNTS, ctx.tenant.id, ctx.tx`t.customer = ${id}`);
      await deleteRows(ctx.tx, service, ctx.tenant.id, ctx.tx`t.customer = ${id}`);
      ctx.markChanged(ACCOUNTS.collection, service.collection);
      await enqueueJobs(ctx, [{ kind: "REMOVE_USER", router, customer: id, payload: { username } }]);
    },
  },
};

/** The customer leaves: their line is closed, their place and their ONU are free. */
export const terminate = (ctx: OperationContext, id: string): Promise<Customer> =>
  updateRecord(ctx, customer, id, { status: "TERMINATED" }, hooks.update);

const { create, update, ...others } = customerVerbs;

export const customerOperations = [
  ...crudOperations(others, { delete: hooks.delete }),
  implement(create, async (ctx, { offer, ...input }) => {
    const promo = offer ? await promoOf(ctx, offer, input.package ?? null) : null;
    return createRecord(ctx, customer, input, {
      async before(ctx, draft) {
        const checked = (await hooks.create.before?.(ctx, draft)) ?? draft;
        return promo ? { ...checked, price: await priceOfDraft(ctx, checked, promo.promo_price) } : checked;
      },
      async after(ctx, record) {
        await hooks.create.after?.(ctx, record);
        if (promo) await sellWith(ctx, promo, { customer: record.id });
      },
    });
  }),
  implement(update, (ctx, input, id) =>
    updateRecord(ctx, customer, id, input, {
      ...hooks.update,
      async before(ctx, draft, record) {
        await refuseOtherPackage(ctx, draft.package, record, input.reason);
        return (await hooks.update.before?.(ctx, draft, record)) ?? draft;
      },
    }),
  ),
];

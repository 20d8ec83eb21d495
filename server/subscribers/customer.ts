// Customers: what the declaration can't say about their fields, and the jobs that follow from a change.
import { Failure, type FailureCode, invalid } from "../../shared/kernel/failure.ts";
import { own } from "../../shared/kernel/own.ts";
import { onuSerial } from "../../shared/network/index.ts";
import { customer, initialCause, withReason } from "../../shared/subscribers/index.ts";
import type { Row } from "../kernel/db/db.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { type Handler, type Implementation, implement } from "../kernel/operation/run-operation.ts";
import { createRecord, crudOperations, deleteRecord, updateRecord } from "../kernel/resource/crud.ts";
import type { ListOptions } from "../kernel/resource/list.ts";
import { enqueueJob, enqueueJobs } from "../network/index.ts";
import { nextCodes } from "./customer-code.ts";
import { customerLocks, lockCustomer } from "./customer-lock.ts";
import { requireTerms, TERMS_RIGHTS } from "./terms.ts";

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
export function checkFields(row: Row): Row {
  const limits = { latitude: 90, longitude: 180 };
  for (const [field, limit] of Object.entries(limits)) {
    if (Math.abs(Number(row[field] ?? 0)) > limit) throw invalid(field, `From -${limit} to ${limit}`);
  }
  const { mac_address, onu_serial } = row;
  return {
    ...row,
    ...(typeof mac_address === "string"
      ? { mac_address: mac_address.toUpperCase().replaceAll("-", ":") }
      : {}),
    ...(typeof onu_serial === "string" ? { onu_serial: checkedSerial(onu_serial) } : {}),
  };
}

function checkedSerial(text: string): string {
  const serial = onuSerial(text);
  if (serial === null) throw invalid("onu_serial", "Like HWTC1234ABCD, or AA:BB:CC:DD:EE:FF");
  return serial;
}

async function beforeCreate(ctx: OperationContext, input: Row): Promise<Row> {
  const row = checkFields(input);
  requireTerms(ctx, row, null);
  return {
    ...row,
    customer_code: row.customer_code ?? (await nextCodes(ctx, 1))[0],
    suspended_for: initialCause(row, ctx.today),
  };
}

async function afterCreate(ctx: OperationContext, record: Row): Promise<void> {
  // The database opens the account with the customer (migration 0006).
  ctx.markChanged("billing_accounts");
  if (record.package === null) return;
  await enqueueJob(ctx, {
    kind: "UPSERT_USER",
    router: record.router as string | null,
    customer: String(record.id),
  });
}

/** @throws Failure ILLEGAL_TRANSITION: access is changed by its own operations, which tell the router. */
function beforeUpdate(ctx: OperationContext, input: Row, before: Row): Row {
  const row = checkFields(input);
  requireTerms(ctx, row, before);
  const { status, ...rest } = row;
  if (status === undefined || status === before.status) return rest;
  if (status !== "TERMINATED") {
    throw new Failure(
      "ILLEGAL_TRANSITION",
      "Use toggle_status, grant-grace-period or a recharge to change the access",
    );
  }
  return { ...rest, status, suspended_for: null };
}

const ON_THE_ROUTER = [
  "name",
  "username",
  "package",
  "mac_address",
  "ip_address",
  "router",
  "connection_type",
];

/** The jobs that bring routers in line with a change of a customer. */
async function followChange(
  ctx: OperationContext,
  record: Row,
  before: Row,
  newPassword: boolean,
): Promise<void> {
  const id = String(record.id);
  const router = record.router as string | null;
  if (before.router !== null && before.router !== router) {
    const payload = { username: before.username };
    await enqueueJob(ctx, { kind: "REMOVE_USER", router: String(before.router), customer: id, payload });
  }
  if (record.status === "TERMINATED") {
    if (before.status !== "TERMINATED") await enqueueJob(ctx, { kind: "DISABLE_USER", router, customer: id });
    return;
  }
  const differs = newPassword || ON_THE_ROUTER.some((field) => record[field] !== before[field]);
  if (differs && record.package !== null)
    await enqueueJob(ctx, { kind: "UPSERT_USER", router, customer: id });
  // A new last day of access may open or close the line by itself.
  const access = ["expiry_date", "grace_period_until"].some((field) => record[field] !== before[field]);
  if (access && !differs && record.status === "ACTIVE")
    await enqueueJob(ctx, { kind: "ENABLE_USER", router, customer: id });
}

async function updateCustomer(ctx: OperationContext, { reason, ...input }: Row, id: string): Promise<Row> {
  const newPassword = input.password !== undefined;
  await Promise.all(customerLocks(ctx.tx, ctx.tenant.id, id));
  return updateRecord(ctx, customer, id, input, {
    before_write: (_ctx, row, before) => beforeUpdate(ctx, row, before ?? {}),
    after_write: (_ctx, record, before) => followChange(ctx, record, before ?? {}, newPassword),
    note: typeof reason === "string" ? reason : undefined,
  });
}

async function hasFinancialHistory(ctx: OperationContext, id: string): Promise<boolean> {
  const { tx, tenant } = ctx;
  const [found] = await tx`
    select from customers c where c.tenant_id = ${tenant.id} and c.id = ${id} and (
      exists (select from invoices where tenant_id = c.tenant_id and customer = c.id)
      or exists (select from recharges where tenant_id = c.tenant_id and customer = c.id)
      or exists (select from payment_transactions where tenant_id = c.tenant_id and customer = c.id)
      or exists (select from billing_accounts a join ledger_entries l on l.account = a.id
        where a.tenant_id = c.tenant_id and a.customer = c.id))`;
  return found !== undefined;
}

/** @throws Failure NOT_FOUND, STALE_VERSION, HAS_FINANCIAL_HISTORY. */
async function deleteCustomer(ctx: OperationContext, id: string): Promise<void> {
  const { router, username } = await lockCustomer(ctx, id);
  if (await hasFinancialHistory(ctx, id)) {
    throw new Failure(
      "HAS_FINANCIAL_HISTORY",
      "The customer has a financial history: set the status to TERMINATED instead",
    );
  }
  // An account that nothing was ever posted to goes with its customer.
  const accounts =
    await ctx.tx`delete from billing_accounts where tenant_id = ${ctx.tenant.id} and customer = ${id} returning id`;
  if (accounts.length > 0) ctx.markChanged("billing_accounts");
  await enqueueJobs(ctx, [{ kind: "REMOVE_USER", router, customer: id, payload: { username } }]);
  await deleteRecord(ctx, customer, id);
}

function createCustomer(ctx: OperationContext, { reason, ...input }: Row): Promise<Row> {
  return createRecord(ctx, customer, input, {
    before_write: (_ctx, row) => beforeCreate(ctx, row),
    after_write: (_ctx, record) => afterCreate(ctx, record),
    note: typeof reason === "string" ? reason : undefined,
  });
}

const OWN: Readonly<Record<string, Handler<never>>> = {
  "customer.create": createCustomer as Handler<never>,
  "customer.update": updateCustomer as Handler<never>,
  "customer.delete": ((ctx, _input, id) => deleteCustomer(ctx, id)) as Handler<never>,
};

const OWN_FAILURES: Readonly<Record<string, readonly FailureCode[]>> = {
  "customer.update": ["ILLEGAL_TRANSITION"],
  "customer.delete": ["HAS_FINANCIAL_HISTORY"],
};

export const customerOperations: Implementation[] = crudOperations(customer, {}, ["create", "update"]).map(
  ({ operation, handler }) => {
    const isDelete = operation.name === "customer.delete";
    const declared = {
      ...operation,
      input: isDelete ? operation.input : withReason(operation.input),
      further_permissions: isDelete ? [] : TERMS_RIGHTS,
      failures: [...operation.failures, ...(own(OWN_FAILURES, operation.name) ?? [])],
    };
    return implement(declared, (own(OWN, operation.name) ?? handler) as Handler<unknown>);
  },
);

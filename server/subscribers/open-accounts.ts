// Every customer has an account from the start, under their own id: so there is always a row to lock.
import { insertRows } from "../kernel/db/bulk.ts";
import type { OperationContext } from "../kernel/operation/context.ts";

const TYPES = { tenant_id: "uuid", id: "uuid", account_number: "text", customer: "uuid", currency: "text" };

/** Opens the accounts of new customers, in the transaction that makes them. */
export async function openAccounts(
  ctx: OperationContext,
  customers: readonly { id?: unknown; customer_code?: unknown }[],
): Promise<void> {
  const accounts = customers.map(({ id, customer_code }) => ({
    tenant_id: ctx.tenant.id,
    id,
    account_number: `AC-${customer_code}`,
    customer: id,
    currency: ctx.tenant.settings.currency,
  }));
  await insertRows(ctx.tx, "billing_accounts", TYPES, accounts);
  ctx.markChanged("billing_accounts");
}

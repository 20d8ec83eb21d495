// Which money counts as collected: what came in and was not given back. Adjustments are not money; a reseller keeps their own
// customers' cash and is charged in place of it.
import type { Day } from "../../shared/kernel/day.ts";
import type { Fragment, Tx } from "../kernel/db/db.ts";
import type { Tenant } from "../kernel/operation/principal.ts";

/** Of payment_transactions as `t`, whether it is money that came in. */
export const isCollected = (tx: Tx): Fragment => tx`
  t.status = 'COMPLETED' and t.method <> 'ADJUSTMENT' and t.reseller_charge is null`;

/** Of payment_transactions as `t`, those that were received from the first day on until the last, in the tenant's time zone. */
export const collected = (tx: Tx, { id, settings }: Tenant, from: Day, to: Day): Fragment => tx`
  t.tenant_id = ${id} and ${isCollected(tx)}
  and t.received_at >= ${from}::date::timestamp at time zone ${settings.timezone}
  and t.received_at < (${to}::date + 1)::timestamp at time zone ${settings.timezone}`;

/** The tenant's day on which `t` was received. */
export const dayReceived = (tx: Tx, { settings }: Tenant): Fragment => tx`
  to_char(t.received_at at time zone ${settings.timezone}, 'YYYY-MM-DD')`;

// Whose ONU is whose: customers.onu and onus.customer say the same, and the customer's onu_serial is why. Whoever changes it
// locks the customers first and the ONUs then, each in the order of their ids.
import { resourceNamed } from "../../../shared/kernel/registry.ts";
import type { Onu } from "../../../shared/network/index.ts";
import type { Fragment } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { locksOf } from "../../kernel/resource/record-locks.ts";

const CUSTOMERS = "customers";

/** Locks customers for a change of their ONU, as everybody locks them. */
export async function lockCustomers(
  ctx: OperationContext,
  ids: readonly (string | null | undefined)[],
): Promise<void> {
  const named = [...new Set(ids.filter((id) => typeof id === "string"))].sort();
  const locks = named.flatMap((id) => locksOf("customer")?.(ctx.tx, ctx.tenant.id, id) ?? []);
  await Promise.all(locks.map((lock) => lock.execute()));
}

/**
 * After an ONU was given to another customer, or to none, by hand: its customer says so as well, and has its serial number,
 * or no reading to come would leave it so.
 */
export async function setCustomer(
  ctx: OperationContext,
  { id, customer, serial_number }: Pick<Onu, "id" | "customer" | "serial_number">,
): Promise<void> {
  const { tx, tenant } = ctx;
  ctx.markChanged(CUSTOMERS, "onus");
  await tx`update customers set onu = null, onu_serial = null where tenant_id = ${tenant.id} and onu = ${id}
    and id is distinct from ${customer}`;
  if (customer === null) return;
  await tx`update onus set customer = null where tenant_id = ${tenant.id} and customer = ${customer} and id <> ${id}`;
  await tx`update customers set onu = ${id}, onu_serial = coalesce(${serial_number}, onu_serial)
    where tenant_id = ${tenant.id} and id = ${customer}`;
}

/** Takes ONUs (`o`) from their customers, whose serial numbers stay: for ONUs that are about to be forgotten. */
export async function unlinkOnus(ctx: OperationContext, which: Fragment): Promise<void> {
  const { tx, tenant } = ctx;
  const taken = await tx<{ id: string; onu: string }[]>`
    select c.id, c.onu from customers c join onus o on o.tenant_id = c.tenant_id and o.id = c.onu
    where c.tenant_id = ${tenant.id} and ${which}`;
  if (taken.length === 0) return;
  await lockCustomers(
    ctx,
    taken.map(({ id }) => id),
  );
  ctx.markChanged(CUSTOMERS);
  await tx`update customers set onu = null
    where tenant_id = ${tenant.id} and onu in ${tx(taken.map(({ onu }) => onu))}`;
}

/** So many customers are locked at once, for a moment: a payment in that moment waits. */
const LINKED_AT_ONCE = 100;

interface Link {
  customer: string;
  onu: string;
}

/**
 * The links that serial numbers ask for among some ONUs (`o`) and customers (`c`): each unlinked ONU whose number is
 * one customer's alone. Where a number is seen on two OLTs, the one that is on-line is the customer's, and it stays theirs
 * until that one is off-line and the other is not.
 */
function wanted(ctx: OperationContext, which: Fragment): Promise<Link[]> {
  const { tx, tenant } = ctx;
  return tx<Link[]>`
    select distinct on (c.id) c.id as customer, o.id as onu
    from onus o join customers c on c.tenant_id = o.tenant_id and c.onu_serial = o.serial_number
      left join onus held on held.tenant_id = c.tenant_id and held.id = c.onu
    where o.tenant_id = ${tenant.id} and ${which} and o.customer is null and c.status <> 'TERMINATED'
      and not exists (select from customers other where other.tenant_id = c.tenant_id
        and other.onu_serial = c.onu_serial and other.id <> c.id and other.status <> 'TERMINATED')
      and (held.id is null or held.serial_number is distinct from c.onu_serial
        or (held.status <> 'ONLINE' and o.status = 'ONLINE'))
    order by c.id, (o.status = 'ONLINE') desc, o.last_up_at desc nulls last, o.id limit ${LINKED_AT_ONCE}`;
}

/**
 * Links ONUs (`o`) with the customers (`c`) whose serial numbers they have, some at a time, and tells the audit log.
 * @returns whether there may be more.
 */
export async function linkBySerial(ctx: OperationContext, which: Fragment): Promise<boolean> {
  const { tx, tenant } = ctx;
  const first = await wanted(ctx, which);
  if (first.length === 0) return false;
  const customers = first.map(({ customer }) => customer);
  await lockCustomers(ctx, customers);
  // What was read beside a lock that waited is read again.
  const links = await wanted(ctx, tx`${which} and c.id in ${tx(customers)}`);
  if (links.length === 0) return false;
  const pairs = tx`jsonb_to_recordset(${tx.json(links)}) as l(customer uuid, onu uuid)`;
  await tx`select from onus where tenant_id = ${tenant.id} and (id in ${tx(links.map(({ onu }) => onu))}
    or customer in ${tx(links.map(({ customer }) => customer))}) order by id for no key update`;
  await tx`update onus o set customer = null from ${pairs}
    where o.tenant_id = ${tenant.id} and o.customer = l.customer and o.id <> l.onu`;
  await tx`update onus o set customer = l.customer from ${pairs} where o.tenant_id = ${tenant.id} and o.id = l.onu`;
  await tx`update customers c set onu = l.onu from ${pairs} where c.tenant_id = ${tenant.id} and c.id = l.customer`;
  ctx.markChanged(CUSTOMERS, "onus");
  const on = resourceNamed("customer");
  for (const { customer, onu } of links)
    if (on) ctx.audit({ on, name: "customer.link_onu" }, { id: customer, after: { onu } });
  return first.length === LINKED_AT_ONCE;
}

/** A customer's ONU as a write of the customer leaves it; a member that is missing stays as it is. */
export interface CustomersOnu {
  onu?: string | null;
  onu_serial?: string | null;
}

/**
 * What a write of a customer means for the customer's ONU, before it is written: a serial number finds the ONU that has it, an
 * ONU that is chosen brings its number, and one that is taken away takes the number along. Whose the chosen one was loses it.
 * @param before null: a new customer.
 */
export async function chooseOnu(
  ctx: OperationContext,
  id: string | null,
  given: CustomersOnu,
  before: Required<CustomersOnu> | null,
): Promise<CustomersOnu> {
  const { tx, tenant } = ctx;
  const { onu, onu_serial } = given;
  if (onu !== undefined && onu !== (before?.onu ?? null)) {
    if (onu === null) return { onu, onu_serial: onu_serial ?? null };
    const [chosen] = await tx<{ serial_number: string | null }[]>`
      select serial_number from onus where tenant_id = ${tenant.id} and id = ${onu} for no key update`;
    await tx`update customers set onu = null, onu_serial = null
      where tenant_id = ${tenant.id} and onu = ${onu} and id is distinct from ${id}`;
    return { onu, onu_serial: chosen?.serial_number ?? onu_serial ?? before?.onu_serial ?? null };
  }
  if (onu_serial === undefined || onu_serial === (before?.onu_serial ?? null)) return {};
  if (onu_serial === null) return { onu: null };
  const free = (which: Fragment) => tx<{ id: string }[]>`
    select o.id from onus o where o.tenant_id = ${tenant.id} and o.serial_number = ${onu_serial} and ${which}
      and (o.customer is null or o.customer = ${id})
      and not exists (select from customers other where other.tenant_id = o.tenant_id
        and other.onu_serial = o.serial_number and other.id is distinct from ${id} and other.status <> 'TERMINATED')
    order by (o.status = 'ONLINE') desc, o.last_up_at desc nulls last, o.id limit 1`;
  const [found] = await free(tx`true`);
  if (!found) return { onu: null };
  await tx`select from onus where tenant_id = ${tenant.id} and id = ${found.id} for no key update`;
  // What was read beside a lock that waited is read again.
  const [still] = await free(tx`o.id = ${found.id}`);
  return { onu: still?.id ?? null };
}

/** After a customer was written with another ONU: the ONUs say the same. */
export async function followOnu(
  ctx: OperationContext,
  { id, onu }: { id: string; onu: string | null },
  before: string | null,
): Promise<void> {
  if (onu === before) return;
  const { tx, tenant } = ctx;
  await tx`update onus set customer = null where tenant_id = ${tenant.id} and customer = ${id} and id is distinct from ${onu}`;
  if (onu !== null) await tx`update onus set customer = ${id} where tenant_id = ${tenant.id} and id = ${onu}`;
  ctx.markChanged("onus");
}

// Which customers are meant by a code, a username or a phone number, in any spelling (contract §1).
import { normalText } from "../../shared/kernel/normal/normal-text.ts";
import { digitsOf, isSamePhone } from "../../shared/kernel/normal/phone.ts";
import type { Fragment, Tx } from "../kernel/db/db.ts";
import type { Tenant } from "../kernel/operation/principal.ts";

/** By so many of its last digits a number is looked for (migration 0046, `end_of_phone`). */
const END_DIGITS = 6;
/** Shorter ones identify no customer. */
const NUMBER_DIGITS = 4;

/**
 * The customers whose number may be this one: what they have to be compared with is their international form. What is no number, or
 * too short for one, is looked for as it is written.
 */
function withPhone(tx: Tx, tenant: Pick<Tenant, "id">, phone: string): Fragment {
  const digits = digitsOf(phone);
  const written = tx`select c.id, c.phone from customers c where c.tenant_id = ${tenant.id} and c.phone = ${phone.trim()}`;
  if (digits.length < NUMBER_DIGITS) return written;
  return tx`${written} union
    select c.id, c.phone from customer_texts x join customers c on c.tenant_id = x.tenant_id and c.id = x.id
    where x.tenant_id = ${tenant.id} and x.phone_end = ${digits.slice(-END_DIGITS)}`;
}

/** The customers whose phone number this is, by their ids. */
export async function customersOfPhone(tx: Tx, tenant: Tenant, phone: string): Promise<string[]> {
  const rows = await tx<{ id: string; phone: string }[]>`${withPhone(tx, tenant, phone)}`;
  return samePhones(rows, tenant, phone);
}

function samePhones(rows: readonly { id: string; phone: string }[], tenant: Tenant, phone: string): string[] {
  const { phone_country } = tenant.settings;
  return rows.filter((row) => isSamePhone(row.phone, phone, phone_country)).map(({ id }) => id);
}

/** The customers who are called so, by code, username or phone number. */
export async function customersCalled(tx: Tx, tenant: Tenant, reference: string): Promise<string[]> {
  const form = normalText(reference);
  const rows = await tx<{ id: string; phone: string | null }[]>`
    select c.id, null as phone from customers c where c.tenant_id = ${tenant.id} and c.customer_code_normal = ${form}
    union select c.id, null from customers c where c.tenant_id = ${tenant.id} and c.username_normal = ${form}
    union ${withPhone(tx, tenant, reference)}`;
  const byName = rows.flatMap(({ id, phone }) => (phone === null ? [id] : []));
  const byPhone = rows.flatMap(({ id, phone }) => (phone === null ? [] : [{ id, phone }]));
  return [...new Set([...byName, ...samePhones(byPhone, tenant, reference)])];
}

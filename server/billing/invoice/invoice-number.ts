// Invoice numbers: `<invoice_prefix><yyyymm>-<sequence>`, counted per month.
import type { Month } from "../../../shared/kernel/day.ts";
import { normalText } from "../../../shared/kernel/normal/normal-text.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { literal, plannedAnew } from "../../kernel/db/literal.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { freeNumbers } from "../../kernel/resource/counters.ts";

/**
 * Those of the numbers that invoices have already. One is looked up by equality, which the unique index answers under
 * every plan; many are planned anew: a plan that is kept for the average tenant reads the whole of a large one.
 */
async function usedNumbers(tx: Tx, tenantId: string, numbers: readonly string[]): Promise<Set<string>> {
  const forms = numbers.map(normalText);
  const of = (tenant: string, which: string) =>
    `select invoice_number_normal as form from invoices where tenant_id = ${tenant} and invoice_number_normal ${which}`;
  const taken = await (forms.length < 2
    ? tx.unsafe(of("$1", "= $2"), [tenantId, forms[0] ?? null], { prepare: true })
    : plannedAnew(tx, of(literal(tenantId), `in (${forms.map(literal).join()})`)));
  const given = new Set(taken.map(({ form }) => form));
  return new Set(numbers.filter((_number, at) => given.has(forms[at])));
}

const prefixOf = ({ settings }: Tenant, month: Month) =>
  `${settings.invoice_prefix}${month.replace("-", "")}-`;

const numberFrom = (prefix: string, number: number) => prefix + String(number).padStart(4, "0");

/** The numbers behind `last` of the month, which are the next ones unless somebody takes or gives some meanwhile. */
export function foreseenNumbers(tenant: Tenant, month: Month, last: string, count: number): string[] {
  const prefix = prefixOf(tenant, month);
  const after = Number(last.slice(prefix.length)) + 1;
  return Array.from({ length: count }, (_, index) => numberFrom(prefix, after + index));
}

/** The next number of a month with whether an invoice has it already: drawn and looked up in one round trip. */
async function drawOne(tx: Tx, tenant: Tenant, month: Month): Promise<string | null> {
  const prefix = prefixOf(tenant, month);
  const [drawn] = await tx<{ number: number; is_used: boolean }[]>`
    with drawn as (
      insert into counters (tenant_id, name, last_value) values (${tenant.id}, ${`invoice:${month}`}, 1)
      on conflict (tenant_id, name) do update set last_value = counters.last_value + 1 returning last_value as number
    )
    -- The digits behind the prefix's dash are their own normal form.
    select number, exists (select from invoices where tenant_id = ${tenant.id}
      and invoice_number_normal = ${normalText(prefix)} || lpad(number::text, greatest(4, length(number::text)), '0')) as is_used
    from drawn`;
  return drawn && !drawn.is_used ? numberFrom(prefix, drawn.number) : null;
}

/**
 * The next numbers of a month. Those that somebody gave to an invoice by hand are passed over. The month's counter stays
 * locked until the commit, and is always taken after the accounts.
 */
export async function nextInvoiceNumbers(
  tx: Tx,
  tenant: Tenant,
  month: Month,
  count: number,
): Promise<string[]> {
  const one = count === 1 ? await drawOne(tx, tenant, month) : null;
  if (one !== null) return [one];
  const prefix = prefixOf(tenant, month);
  return freeNumbers(tx, tenant.id, `invoice:${month}`, count, {
    written: (number) => numberFrom(prefix, number),
    used: (numbers) => usedNumbers(tx, tenant.id, numbers),
  });
}

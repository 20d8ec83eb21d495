// What a period of their service costs a customer (contract §2): the service's price less their discount, with what an exclusive tax code
// adds, and their recurring add-ons. Kept with each customer by whatever changes it.
import type { Fragment } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";

/** What the recurring add-ons of a customer cost with their taxes, for a period. @param among of which: a condition on `a`. */
export function addonsOf(
  { tx, tenant, today }: Pick<OperationContext, "tx" | "tenant" | "today">,
  customer: Fragment,
  among: Fragment = tx`true`,
): Fragment {
  return tx`coalesce((select sum(with_tax(a.tenant_id, a.tax_code, a.price * a.quantity, ${today}, ${tenant.digits}))
    from customer_addons a where a.tenant_id = ${tenant.id} and a.customer = ${customer}
      and a.kind = 'RECURRING' and a.state = 'ACTIVE' and ${among}), 0)`;
}

/** Of a customer who has the service `s` or, without one, the package `p`. */
function priceOf(
  ctx: OperationContext,
  { discount, customer, promo }: { discount: Fragment; customer: Fragment; promo: Fragment },
): Fragment {
  const { tx, tenant, today } = ctx;
  return tx`with_tax(${tenant.id}, case when s.id is null then p.tax_code else s.tax_code end,
      greatest(coalesce(${promo}, case when s.promo_left > 0 then s.promo_price end, s.price, p.price, 0) - ${discount}, 0), ${today}, ${tenant.digits})
    + ${addonsOf(ctx, customer)}`;
}

/** What a customer pays with a package and a discount; the package as it was sold to them, where they have it already. */
export async function priceWith(
  ctx: OperationContext,
  {
    id,
    package: pack,
    discount,
    promo_price = null,
  }: { id: string; package: string | null; discount: string; promo_price?: string | null },
): Promise<string> {
  const { tx, tenant } = ctx;
  const of = { discount: tx`${discount}::numeric`, customer: tx`${id}`, promo: tx`${promo_price}::numeric` };
  const [row] = await tx<{ price: string }[]>`
    select (${priceOf(ctx, of)})::text as price from (select ${id}::uuid as customer, ${pack}::uuid as package) c
      left join services s on s.tenant_id = ${tenant.id} and s.customer = c.customer and s.state = 'ACTIVE' and s.package = c.package
      left join packages p on p.tenant_id = ${tenant.id} and p.id = c.package`;
  return row?.price ?? "0";
}

/** The same for new customers, in their order: they have neither services nor add-ons yet. */
export async function pricesOfNew(
  { tx, tenant, today }: OperationContext,
  customers: readonly { package: string | null; discount: string }[],
): Promise<string[]> {
  const rows = await tx<{ price: string }[]>`
    select with_tax(${tenant.id}, p.tax_code, greatest(coalesce(p.price, 0) - n.discount, 0), ${today}, ${tenant.digits})::text as price
    from unnest(${customers.map((one) => one.package)}::text[]::uuid[], ${customers.map(({ discount }) => discount)}::text[]::numeric[])
      with ordinality as n (package, discount, at)
      left join packages p on p.tenant_id = ${tenant.id} and p.id = n.package order by n.at`;
  return rows.map(({ price }) => price);
}

/** The one statement that brings the prices of customers in line with what they have. @param which a condition on customers `c`. */
export function pricesRefreshed(ctx: OperationContext, which: Fragment): Fragment {
  const { tx, tenant } = ctx;
  const of = { discount: tx`c.discount`, customer: tx`c.id`, promo: tx`null::numeric` };
  ctx.markChanged("customers");
  return tx`update customers t set price = v.price from (
      select c.id, ${priceOf(ctx, of)} as price from customers c
        left join services s on s.tenant_id = c.tenant_id and s.customer = c.id and s.state = 'ACTIVE' and s.package = c.package
        left join packages p on p.tenant_id = c.tenant_id and p.id = c.package
      where c.tenant_id = ${tenant.id} and ${which}
    ) v where t.tenant_id = ${tenant.id} and t.id = v.id`;
}

/** Brings the prices of customers in line with what they have. @param which a condition on customers `c`. */
export async function refreshPrices(ctx: OperationContext, which: Fragment): Promise<void> {
  await pricesRefreshed(ctx, which);
}

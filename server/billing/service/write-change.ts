// The rows of a change of package beside its money, as statements: services, the change itself, the customer's package, the router's job.
import type { CutDays } from "../../../shared/billing/service/change.rules.ts";
import type { Day } from "../../../shared/kernel/day.ts";
import type { Fragment, Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { enqueueJob } from "../../network/index.ts";
import { pricesRefreshed } from "../../subscribers/index.ts";

/** Adds a service of a package as it is sold now, from a day on. */
export function serviceAdded(
  ctx: OperationContext,
  service: {
    id: string;
    customer: string;
    package: string;
    from_date: Day;
    state: "ACTIVE" | "SCHEDULED";
    reason: string;
    previous_service: string | null;
    service_change: string;
    sells_next: boolean;
  },
): Fragment {
  const { tx, tenant } = ctx;
  const { id, customer, from_date, state, reason, previous_service, service_change, sells_next } = service;
  ctx.markChanged("services");
  return tx`insert into services (tenant_id, id, customer, package, package_name, price, validity_days, billing_months, tax_code,
      from_date, state, reason, previous_service, service_change, sells_next)
    select ${tenant.id}, ${id}, ${customer}, p.id, p.name, p.price, p.validity_days, p.billing_months, p.tax_code,
      ${from_date}, ${state}, ${reason}, ${previous_service}::uuid, ${service_change}::uuid, ${sells_next}
    from packages p where p.tenant_id = ${tenant.id} and p.id = ${service.package}`;
}

/** Writes the package into the customer's record, with its price, once its service runs. */
export function packageSet(ctx: OperationContext, customer: string, to: string | null): Fragment[] {
  const { tx, tenant } = ctx;
  return [
    tx`update customers set package = ${to} where tenant_id = ${tenant.id} and id = ${customer}`,
    pricesRefreshed(ctx, tx`c.id = ${customer}`),
  ];
}

/** The customer has that package from now on: the router is told, and ends the session so that it holds. */
export async function setPackage(
  ctx: OperationContext,
  { customer, router, to }: { customer: string; router: string | null; to: string | null },
): Promise<void> {
  await Promise.all(packageSet(ctx, customer, to));
  await enqueueJob(ctx, { kind: "UPSERT_USER", router, customer });
}

/** Writes the days that earlier changes pay for, as they now are. */
export function changeDaysSet({ tx, tenant }: OperationContext, changes: readonly CutDays[]): Fragment[] {
  return changes.map(
    ({ id, covers_from, covers_to }) =>
      tx`update service_changes set covers_from = ${covers_from}, covers_to = ${covers_to}
        where tenant_id = ${tenant.id} and id = ${id}`,
  );
}

export async function setChangeDays(ctx: OperationContext, changes: readonly CutDays[]): Promise<void> {
  await Promise.all(changeDaysSet(ctx, changes));
}

export async function updateChange(ctx: OperationContext, id: string, set: Row): Promise<void> {
  const { tx, tenant } = ctx;
  await tx`update service_changes set ${tx(set)} where tenant_id = ${tenant.id} and id = ${id}`;
  ctx.markChanged("service_changes");
}

// Amounts that a currency has no digits for: while there are any it can't become the tenant's.
import { Failure } from "../../shared/kernel/failure.ts";
import { type FieldMeta, metaOf, moneyIn } from "../../shared/kernel/field.ts";
import { currencyDigits } from "../../shared/kernel/money.ts";
import { allResources } from "../../shared/kernel/registry.ts";
import type { Resource } from "../../shared/kernel/resource.ts";
import type { Fragment, Tx } from "../kernel/db/db.ts";
import type { OperationContext } from "../kernel/operation/context.ts";

/** Where amounts of the tenant's currency are: a column, or a member of one that holds structured data. */
export interface MoneyPlace {
  readonly table: string;
  readonly column: string;
  readonly member?: string;
  /** Where it is money in some rows alone: the column that says so, and what it says. */
  readonly money_where?: FieldMeta["money_where"];
}

/** The places that a declaration names. Money that says its own currency stays what it is. */
function placesOf({ table, fields }: Resource): MoneyPlace[] {
  return Object.entries(fields).flatMap(([column, field]) => {
    const { kind, currency, money_where } = metaOf(field);
    if (kind === "money") return currency ? [] : [{ table, column }];
    if (money_where) return [{ table, column, money_where }];
    return kind === "json" ? moneyIn(field).map((member) => ({ table, column, member })) : [];
  });
}

/** Every place of the product, by what is declared: a new field is among them automatically. */
export const moneyPlaces = (): MoneyPlace[] =>
  allResources()
    .filter(({ of_platform }) => !of_platform)
    .flatMap(placesOf);

function isFiner(tx: Tx, { column, member, money_where }: MoneyPlace, digits: number): Fragment {
  const value = member ? tx`(${tx(column)}->>${member})::numeric` : tx`${tx(column)}`;
  const isMoney = money_where ? tx`${tx(money_where.field)} = ${money_where.is}` : tx`true`;
  return tx`(${isMoney} and ${value} <> trunc(${value}, ${digits}::int))`;
}

/** @throws Failure CONFLICT naming the tables that hold amounts with more digits than the currency. */
export async function refuseFinerAmounts({ tx, tenant }: OperationContext, currency: string): Promise<void> {
  const digits = currencyDigits(currency);
  const found: string[] = [];
  const places = moneyPlaces();
  for (const table of new Set(places.map((place) => place.table))) {
    const finer = places
      .filter((place) => place.table === table)
      .map((place) => isFiner(tx, place, digits))
      .reduce((a, b) => tx`${a} or ${b}`);
    const [row] = await tx`select 1 from ${tx(table)} where tenant_id = ${tenant.id} and (${finer}) limit 1`;
    if (row) found.push(table.replaceAll("_", " "));
  }
  if (found.length > 0)
    throw new Failure(
      "CONFLICT",
      `Amounts with more than the ${digits} digits of ${currency} are in: ${found.join(", ")}`,
    );
}

// A new key for the installation: what older keys sealed is sealed again at the start.
import { fieldsOf } from "../../../shared/kernel/resource.ts";
import type { AreaModule, SealedColumn } from "../area.ts";
import { type Row, transaction } from "../db/db.ts";
import type { Services } from "../services.ts";

const CHUNK = 500;

/** Every column that holds sealed values: the secret fields of the resources, and what areas name beside them. */
export function sealedColumns(modules: readonly AreaModule[]): SealedColumn[] {
  return modules.flatMap((module) => [
    ...module.resources.flatMap(({ resource }) =>
      fieldsOf(resource)
        .filter(([, meta]) => meta.secret)
        .map(([name]) => ({
          ...{ table: resource.table, column: `${name}_encrypted`, key: ["id"], of_tenants: true },
        })),
    ),
    ...(module.sealed ?? []),
  ]);
}

async function resealColumn(services: Services, sealed_column: SealedColumn): Promise<number> {
  const { table, column, key, of_tenants } = sealed_column;
  const whole_key = of_tenants ? ["tenant_id", ...key] : key;
  const { secrets, db } = services;
  const keyOf = (row: Row) => key.map((name) => String(row[name]));
  const columns: readonly string[] = [...whole_key, column];
  const rows = await db.platform<Row[]>`
    select /* every tenant */ ${db.platform(columns)} from ${db.platform(table)} where ${db.platform(column)} is not null`;
  const old = rows.filter((row) => !secrets.isCurrent(row[column] as Uint8Array));
  for (let first = 0; first < old.length; first += CHUNK) {
    await transaction(db.platform_transactions, async (tx) => {
      for (const row of old.slice(first, first + CHUNK)) {
        const place = { table, column, id: keyOf(row).join(" ") };
        const sealed = secrets.seal(secrets.open(row[column] as Uint8Array, place), place);
        const where = whole_key.map((name) => tx`${tx(name)} = ${row[name] as string}`);
        // Only where it is still what was read: it may have been changed since.
        await tx`update ${tx(table)} set ${tx(column)} = ${sealed}
          where ${where.reduce((a, b) => tx`${a} and ${b}`)} and ${tx(column)} = ${row[column] as Buffer}`;
      }
    });
  }
  return old.length;
}

/**
 * Seals with the present key what older ones sealed; afterwards those are needed no more. May be repeated.
 * @returns how many values.
 * @throws Error when a value opens with none of the keys: the older key is still missing.
 */
export async function reseal(services: Services, modules: readonly AreaModule[]): Promise<number> {
  let count = 0;
  for (const sealed of sealedColumns(modules)) count += await resealColumn(services, sealed);
  return count;
}

// A record as it is read at its own address: with the parts that its resource's children are (`parent` of their declaration).
import { childrenOf } from "../../../shared/kernel/registry.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import type { Fragment, Row, Tx } from "../db/db.ts";
import { orderBy, orderOf } from "./list/cursor.ts";
import { recordMapper, selectFrom } from "./record.ts";

/** The lists of parts that a record answers, by name. */
export function partsOf(resource: Resource): { name: string; via: string; part: Resource }[] {
  return childrenOf(resource).flatMap((part) => {
    const { as, via } = part.parent;
    return as ? [{ name: as, via, part }] : [];
  });
}

/** The records of a part that a condition picks, in the order that its resource declares. */
async function readParts(
  tx: Tx,
  part: Resource,
  tenant: { id: string; digits: number },
  condition: Fragment,
): Promise<Row[]> {
  const { columns, from } = selectFrom(tx, part);
  const rows = await tx<Row[]>`select ${columns} from ${from}
    where t.tenant_id = ${tenant.id} and ${condition}
    order by ${orderBy(tx, orderOf(part, undefined), "after")}`;
  const map = recordMapper(part, tenant.digits);
  return rows.map((row) => map({ ...row }));
}

/** A record with those of its parts that it does not hold yet, each list in the order that its resource declares. */
export async function withParts(
  tx: Tx,
  resource: Resource,
  tenant: { id: string; digits: number },
  record: Row,
): Promise<Row> {
  const missing = partsOf(resource).filter(({ name }) => !Object.hasOwn(record, name));
  const lists = await Promise.all(
    missing.map(async ({ name, via, part }) => {
      const condition = tx`${tx(`t.${via}`)} = ${String(record.id)}`;
      return [name, await readParts(tx, part, tenant, condition)] as const;
    }),
  );
  return missing.length === 0 ? record : { ...record, ...Object.fromEntries(lists) };
}

/** The same for several records, with one question for each kind of part. */
export async function withPartsOfEach(
  tx: Tx,
  resource: Resource,
  tenant: { id: string; digits: number },
  records: readonly Row[],
): Promise<readonly Row[]> {
  const parts = partsOf(resource);
  if (parts.length === 0 || records.length === 0) return records;
  const ids = records.map(({ id }) => String(id));
  const lists = await Promise.all(
    parts.map(async ({ name, via, part }) => {
      const condition = tx`${tx(`t.${via}`)} = any(${ids}::text[]::uuid[])`;
      const byRecord = new Map<unknown, Row[]>();
      for (const one of await readParts(tx, part, tenant, condition))
        byRecord.set(one[via], [...(byRecord.get(one[via]) ?? []), one]);
      return [name, byRecord] as const;
    }),
  );
  return records.map((record) => ({
    ...record,
    ...Object.fromEntries(lists.map(([name, byRecord]) => [name, byRecord.get(record.id) ?? []])),
  }));
}

// A record as it is read at its own address: with the parts that its resource's children are (`parent` of their declaration).
import { childrenOf } from "../../../shared/kernel/registry.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import type { Row, Tx } from "../db/db.ts";
import { orderBy, orderOf } from "./list/position.ts";
import { recordMapper, selectFrom } from "./record.ts";

/** The lists of parts that a record answers, by name. */
export function partsOf(resource: Resource): { name: string; via: string; part: Resource }[] {
  return childrenOf(resource).flatMap((part) => {
    const { as, via } = part.parent;
    return as ? [{ name: as, via, part }] : [];
  });
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
      const { columns, from } = selectFrom(tx, part);
      const rows = await tx<Row[]>`select ${columns} from ${from}
        where t.tenant_id = ${tenant.id} and ${tx(`t.${via}`)} = ${String(record.id)}
        order by ${orderBy(tx, orderOf(part, undefined), "after")}`;
      const map = recordMapper(part, tenant.digits);
      return [name, rows.map((row) => map({ ...row }))] as const;
    }),
  );
  return missing.length === 0 ? record : { ...record, ...Object.fromEntries(lists) };
}

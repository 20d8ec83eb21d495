// Gives rows of before migration 0044 their normal forms, and looks whether two of them become one.
import { BEFORE_ALL } from "../../../../shared/kernel/id.ts";
import { normalText } from "../../../../shared/kernel/normal/normal-text.ts";
import type { Row, Tx } from "../db.ts";
import { type NormalKey, normalColumn, normalKeys } from "./keys.ts";

/** Two rows that the normal form makes one: the start stops with their list, and nothing was changed. */
export class SpellingsCollide extends Error {
  override readonly name = "SpellingsCollide";
}

const ROWS = 5_000;
/** As many as a person can go through before they try again. */
const LISTED = 100;

/** Fills one table's rows of a tenant; null: of the platform. In order of their ids, which an index gives. */
async function fillRows(
  tx: Tx,
  table: string,
  columns: readonly string[],
  tenantId: string | null,
): Promise<void> {
  const isMissing = (name: string) => `("${normalColumn(name)}" is null and "${name}" is not null)`;
  const whose = tenantId === null ? "$2::text is null" : "t.tenant_id = $2::text::uuid";
  const read = `select id, ${columns.map((name) => `"${name}"`).join(", ")} from "${table}" t
    where ${whose} and id > $1::text::uuid and (${columns.map(isMissing).join(" or ")}) order by id limit ${ROWS}`;
  const write = `update "${table}" t set ${columns.map((name, at) => `"${normalColumn(name)}" = v.n${at}`).join(", ")}
    from unnest($1::text[]::uuid[], ${columns.map((_, at) => `$${at + 3}::text[]`).join(", ")})
      as v(id, ${columns.map((_, at) => `n${at}`).join(", ")}) where ${whose} and t.id = v.id`;
  for (let after: string = BEFORE_ALL; ; ) {
    const rows = await tx.unsafe<Row[]>(read, [after, tenantId]);
    const last = rows.at(-1);
    if (!last) return;
    after = String(last.id);
    const forms = columns.map((name) =>
      rows.map((row) => (row[name] === null ? null : normalText(String(row[name])))),
    );
    await tx.unsafe(write, [rows.map(({ id }) => String(id)), tenantId, ...forms]);
  }
}

/** What would be there twice of one key, each in a line. */
async function collisions(
  tx: Tx,
  { table, spelled, beside, only_where, of_tenants }: NormalKey,
): Promise<string[]> {
  const key = [...spelled.map(normalColumn), ...beside].map((name) => `t."${name}"`).join(", ");
  const typed = spelled.map((name) => `t."${name}"`).join(" || ' ' || ");
  const rows = await tx.unsafe<{ tenant: string | null; found: string[] }[]>(
    `select ${!of_tenants ? "null" : "(select subdomain from tenants where id = t.tenant_id)"} as tenant,
       array_agg(${typed} order by t.created_at, t.id) as found
     from "${table}" t where ${spelled.map((name) => `t."${name}" is not null`).join(" and ")} and ${only_where}
     group by ${!of_tenants ? key : `t.tenant_id, ${key}`} having count(*) > 1 limit ${LISTED}`,
  );
  return rows.map(({ tenant, found }) => {
    const whose = tenant === null ? "" : `${tenant}: `;
    return `${whose}${table}.${spelled.join(", ")}: ${found.map((one) => JSON.stringify(one)).join(" and ")}`;
  });
}

/**
 * Fills every row that is there. Its versions and times stay, and desktops hear nothing: nothing that they hold has changed.
 * @throws SpellingsCollide with a line for each two that become one.
 */
export async function fillNormalForms(tx: Tx): Promise<void> {
  const tenants = await tx<{ id: string }[]>`select id from tenants order by id`;
  const keys = await normalKeys(tx);
  for (const { table, of_tenants } of new Map(keys.map((key) => [key.table, key])).values()) {
    const columns = [...new Set(keys.flatMap((key) => (key.table === table ? key.spelled : [])))];
    await tx`alter table ${tx(table)} disable trigger user`;
    if (!of_tenants) await fillRows(tx, table, columns, null);
    else for (const { id } of tenants) await fillRows(tx, table, columns, id);
    await tx`alter table ${tx(table)} enable trigger user`;
  }
  const found: string[] = [];
  for (const key of keys) found.push(...(await collisions(tx, key)));
  if (found.length > 0) throw new SpellingsCollide(found.join("\n"));
}

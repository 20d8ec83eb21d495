// Two things that hold whatever a migration forgot: what runs with the owner's rights finds the owner's tables and nobody
// else's, and who may only read and write rows can leave nothing in the way.
import type { Sql } from "./db.ts";

/** What runs as the owner: what says so, and triggers, which a foreign key's own changes fire in the owner's name. */
const RUN_AS_OWNER = "p.prokind = 'f' and (p.prosecdef or p.prorettype = 'trigger'::regtype)";

/**
 * Has functions that may run as the owner look for names in the schema first, and among temporary ones last: unnamed, those
 * come first of all, and a session could put a view in a table's place.
 */
async function fixSearchPaths(sql: Sql): Promise<void> {
  const open = await sql<{ name: string; schema: string }[]>`
    select p.oid::regprocedure::text as name, quote_ident(current_schema()) as schema from pg_proc p
    where p.pronamespace = current_schema()::regnamespace and ${sql.unsafe(RUN_AS_OWNER)}
      and not exists (select from unnest(p.proconfig) one where one ~ '^search_path=.*, pg_temp$')
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`;
  for (const { name, schema } of open)
    await sql.unsafe(`alter function ${name} set search_path = ${schema}, pg_temp`);
}

async function mayAnybodyMakeTemporary(sql: Sql): Promise<boolean> {
  const rows =
    await sql`select from pg_database d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a
    where d.datname = current_database() and a.grantee = 0 and a.privilege_type = 'TEMPORARY'`;
  return rows.length > 0;
}

/** A right of the database, which a copy of it does not have: so it is looked at with each start, and no migration's business. */
async function refuseTemporary(sql: Sql): Promise<boolean> {
  if (!(await mayAnybodyMakeTemporary(sql))) return true;
  const [row] = await sql<{ name: string }[]>`select quote_ident(current_database()) as name`;
  await sql.unsafe(`revoke temporary on database ${row?.name} from public`);
  return !(await mayAnybodyMakeTemporary(sql));
}

/** Closes what stands open, with each start. @param tell hears what the database's owner alone can close. */
export async function closeWall(sql: Sql, tell: (line: string) => void): Promise<void> {
  await fixSearchPaths(sql);
  if (!(await refuseTemporary(sql)))
    tell(
      "everybody may make temporary tables in this database: its owner may say REVOKE TEMPORARY ON DATABASE … FROM PUBLIC",
    );
}

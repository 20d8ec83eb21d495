// The triggers that write events, made from the declarations: with each start the tables have those that this program knows.
import { createHash } from "node:crypto";
import { EVENT_TYPES, type EventType } from "../../shared/integrations/index.ts";
import { fieldsOf } from "../../shared/kernel/resource.ts";
import { openPool } from "../kernel/db/db.ts";

const PREFIX = "webhook_";
const MOMENTS = ["insert", "update", "delete"] as const;

interface Wanted {
  /** Of its text: another condition is another trigger. */
  name: string;
  table: string;
  text: string;
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Columns that are never told: what is sealed. */
const sealedColumns = ({ on }: EventType): string =>
  fieldsOf(on)
    .filter(([, { secret }]) => secret)
    .map(([name]) => `${name}_encrypted`)
    .join(",");

/** The triggers of a type, one for each way in which its rows come about. */
function triggersOf(type: EventType): Wanted[] {
  return MOMENTS.flatMap((moment) => {
    const condition = type[moment];
    if (condition === undefined) return [];
    const when = condition === true ? "" : `when (${condition}) `;
    const { table } = type.on;
    const body = `after ${moment} on ${table} for each row ${when}execute function tell_webhooks(${quoted(type.type)}, ${quoted(sealedColumns(type))})`;
    const hash = createHash("sha256").update(body).digest("hex").slice(0, 8);
    const name = `${PREFIX}${type.type.replaceAll(".", "_")}_${hash}`;
    return [{ name, table, text: `create trigger ${name} ${body}` }];
  });
}

/** Any number that no other program locks in this database. */
const LOCK = 7_300_118;

/**
 * Makes the triggers that are missing and takes away those of types that are no more, as the tables' owner. One after the
 * other, each in its own transaction: together they would wait for who writes with locks that others wait for. Where all are
 * there, as after most starts, no table is locked.
 */
export async function keepTriggers(database_url: string): Promise<void> {
  const sql = openPool(database_url, null, 1);
  try {
    await sql`select pg_advisory_lock(${LOCK})`;
    const there = await sql<{ name: string; table: string }[]>`
      select t.tgname as name, c.relname as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and t.tgname like ${`${PREFIX}%`} and c.relnamespace = current_schema()::regnamespace`;
    const wanted = EVENT_TYPES.flatMap(triggersOf);
    const known = new Set(there.map(({ name }) => name));
    const named = new Set(wanted.map(({ name }) => name));
    for (const { name, text } of wanted) if (!known.has(name)) await sql.unsafe(text);
    for (const { name, table } of there)
      if (!named.has(name)) await sql.unsafe(`drop trigger ${name} on ${table}`);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

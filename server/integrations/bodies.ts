// What is sent of an event: made once, of the row as its cause left it, and the same in every attempt and replay from then on.
import { type EventType, eventTypeNamed } from "../../shared/integrations/index.ts";
import type { Row, Sql } from "../kernel/db/db.ts";
import { columnsOf, recordMapper, selectFrom } from "../kernel/resource/record.ts";

/** Bodies stay under it; of what is larger its id is told. */
const BODY_BYTES = 20_000;

/** What every write moves. */
const STAMPS = new Set(["updated_at", "version"]);

/** The fields that a change left otherwise, as they were. */
function previousOf(before: Row, after: Row): Row {
  const differs = ([name, value]: [string, unknown]) =>
    !STAMPS.has(name) && JSON.stringify(value) !== JSON.stringify(after[name]);
  return Object.fromEntries(Object.entries(before).filter(differs));
}

/** The body of an event, as it goes over the wire. */
export function bodyOf(type: string, timestamp: string, data: Row): string {
  const body = JSON.stringify({ type, timestamp, data });
  if (Buffer.byteLength(body) < BODY_BYTES) return body;
  return JSON.stringify({ type, timestamp, data: { id: data.id, version: data.version, truncated: true } });
}

/** The rows of events of one type as records, as the API answers them. @param side which of the two rows. */
async function readRecords(
  sql: Sql,
  { on }: EventType,
  { tenant, digits, events }: { tenant: string; digits: number; events: readonly string[] },
  side: "new_row" | "old_row",
): Promise<Map<string, { timestamp: string; record: Row }>> {
  const { columns } = selectFrom(sql, on);
  const rows = await sql<Row[]>`
    select e.id as "event of", e.timestamp as "told at", ${columns} from webhook_events e
      cross join lateral jsonb_populate_record(null::${sql(on.table)}, e.${sql(side)}) t
    where e.tenant_id = ${tenant} and e.id = any(${[...events]}::text[]::uuid[]) and e.${sql(side)} is not null`;
  const map = recordMapper(on, digits);
  return new Map(
    rows.map(({ "event of": event, "told at": timestamp, ...row }) => [
      String(event),
      { timestamp: String(timestamp), record: map(row) },
    ]),
  );
}

async function renderType(
  sql: Sql,
  type: EventType,
  which: { tenant: string; digits: number; events: readonly string[] },
): Promise<{ id: string; body: string }[]> {
  const [after, before] = await Promise.all([
    readRecords(sql, type, which, "new_row"),
    type.update === undefined ? new Map<string, { record: Row }>() : readRecords(sql, type, which, "old_row"),
  ]);
  // The names beside references are those of now: only the row's own columns tell what changed.
  const own = Object.keys(columnsOf(type.on));
  const pick = (row: Row) => Object.fromEntries(own.map((name) => [name, row[name]]));
  return [...after].map(([id, { timestamp, record }]) => {
    const old = before.get(id)?.record;
    const previous = old ? { previous: previousOf(pick(old), pick(record)) } : {};
    return { id, body: bodyOf(type.type, timestamp, { ...record, ...previous }) };
  });
}

/**
 * The bodies of a company's events by their ids; those that have none yet are given theirs, whichever server is first.
 * @param events with their types.
 */
export async function ensureBodies(
  sql: Sql,
  { id: tenant, digits }: { id: string; digits: number },
  events: readonly { id: string; type: string }[],
): Promise<void> {
  const byType = Map.groupBy(events, ({ type }) => type);
  const made: { id: string; body: string }[] = [];
  for (const [name, some] of byType) {
    const type = eventTypeNamed(name);
    const ids = some.map(({ id }) => id);
    if (type) made.push(...(await renderType(sql, type, { tenant, digits, events: ids })));
  }
  if (made.length === 0) return;
  await sql`update webhook_events e set body = made.body, new_row = null, old_row = null
    from unnest(${made.map(({ id }) => id)}::text[]::uuid[], ${made.map(({ body }) => body)}::text[]) made (id, body)
    where e.tenant_id = ${tenant} and e.id = made.id and e.body is null`;
}

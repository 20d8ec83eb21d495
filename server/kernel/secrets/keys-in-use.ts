// Which keys seal anything in the database, by their ids. With one of them missing a server would start all the same, could not
// open what it sealed, and would seal new values with another.
import type { AreaModule } from "../area.ts";
import { type Row, type Tx, transaction } from "../db/db.ts";
import type { Services } from "../services.ts";
import { reseal, sealedColumns } from "./reseal.ts";
import { HEAD_BYTES } from "./secret-box.ts";

/** Something in the database is sealed by a key that is not here. */
export class UnknownKey extends Error {
  override readonly name = "UnknownKey";
}

type State = { sealed_by: string[] | null };

/** By what is sealed: of a database that comes from a version which did not note the keys. */
async function findKeys({ db, secrets }: Services, modules: readonly AreaModule[]): Promise<string[]> {
  const found = new Set<string>();
  for (const { table, column } of sealedColumns(modules)) {
    const heads = await db.platform<Row[]>`
      select /* every tenant */ distinct substring(${db.platform(column)} from 1 for ${HEAD_BYTES}) as head
      from ${db.platform(table)} where ${db.platform(column)} is not null`;
    for (const { head } of heads) found.add(secrets.keyIdOf(head as Uint8Array));
  }
  return [...found];
}

/**
 * Notes that the present key seals here. One after the other: of two servers that come to a new database with keys of their own, the
 * second one finds the first one's.
 * @throws UnknownKey for a database under a key that is not here.
 */
export async function requireKeys(services: Services, modules: readonly AreaModule[]): Promise<void> {
  const { db, secrets } = services;
  const [before] = await db.platform<State[]>`select sealed_by from cluster_state`;
  const found = before?.sealed_by ?? (await findKeys(services, modules));
  const unknown = await transaction(db.platform_transactions, async (tx) => {
    const [state] = await tx<State[]>`select sealed_by from cluster_state for update`;
    const missing = (state?.sealed_by ?? found).filter((key_id) => !secrets.knows(key_id));
    if (missing.length > 0) return missing;
    if (!state?.sealed_by) await tx`update cluster_state set sealed_by = ${found}`;
    await noteKey(tx, secrets.key_id);
    return [];
  });
  if (unknown.length > 0)
    throw new UnknownKey(
      `secrets in the database were sealed with another key than this one (id ${unknown.join(", ")}, not ${secrets.key_id}): start with that key, or name it in LASTMILE_SECRET_KEY_OLD`,
    );
}

/** Notes a key that seals something in the database from this transaction on. */
export async function noteKey(tx: Tx, key_id: string): Promise<void> {
  await tx`update cluster_state set sealed_by = array_append(sealed_by, ${key_id})
    where not ${key_id} = any (sealed_by)`;
}

/**
 * Seals everything with the present key, after which the older ones are needed no more.
 * @returns how many values.
 * @throws Error when a value opens with none of the keys.
 */
export async function giveUpOlderKeys(services: Services, modules: readonly AreaModule[]): Promise<number> {
  const count = await reseal(services, modules);
  await services.db.platform`update cluster_state set sealed_by = ${[services.secrets.key_id]}`;
  return count;
}

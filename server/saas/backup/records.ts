// What is kept of backups and restores, and where their files are.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "../../../shared/kernel/failure.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { Sql, Tx } from "../../kernel/db/db.ts";
import { toFailure } from "../../kernel/db/db-failure.ts";
import type { Services } from "../../kernel/services.ts";

/** The server's folder of backups. Files that are put there are found within a minute. */
export const folderOf = ({ installation }: Services) => join(installation.data_dir, "backups");
export const pathOf = (services: Services, filename: string) => join(folderOf(services), filename);
export const ENDING = ".lastmile";

export type Origin = "MANUAL" | "NIGHTLY";

interface BackedTenant {
  id: string;
  name: string;
  subdomain: string;
}

/** Each company's time zone: heavy work is done for it in its own night. */
export async function timezones({ db }: Services): Promise<ReadonlyMap<string, string>> {
  const rows = await db.platform<{ id: string; timezone: string }[]>`
    select /* every tenant */ tenant_id as id, timezone from company_settings`;
  return new Map(rows.map(({ id, timezone }) => [id, timezone]));
}

/** Notes that a backup is to be taken; the job does it. */
export async function queueBackup(
  sql: Sql | Tx,
  { id: tenant, name, subdomain }: BackedTenant,
  origin: Origin,
  requested_by: string,
): Promise<string> {
  const id = newId();
  const at = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
  const filename = `${subdomain}-${at}-${id.slice(-6)}${ENDING}`;
  const row = { id, tenant, company: name, filename, origin, status: "QUEUED", requested_by };
  await sql`insert into database_backups ${sql({ ...row, version: 1, updated_at: new Date() })}`;
  return id;
}

/** Removes a backup with its file. */
export async function dropBackup(
  services: Services,
  { id, filename }: { id: string; filename: string },
): Promise<void> {
  await services.db.platform`delete from database_backups where id = ${id}`;
  await rm(pathOf(services, filename), { force: true });
}

/** As long as a record's text may be. What the database says of a row, constraints and tables by name, may be longer. */
const MOST = 200;

/** Why something could not be done, as people are told it. What is not of their making is for the log alone. */
export function asFailure(thrown: unknown): Failure {
  const error = toFailure(thrown);
  if (error instanceof Failure && error.message.length > MOST)
    return new Failure(error.code, `${error.message.slice(0, MOST - 1)}…`);
  if (error instanceof Failure) return error;
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "ENOSPC" || code === "EDQUOT") return new Failure("UNAVAILABLE", "The disk is full");
  if (code === "EACCES" || code === "EPERM" || code === "EROFS")
    return new Failure("UNAVAILABLE", "The server may not write to its folder of backups");
  // 42501: refused.
  if (code === "42501")
    return new Failure("UNAVAILABLE", "The database's owner may not do this (CREATEDB is needed for proofs)");
  return new Failure("INTERNAL", "It failed for a reason that is in the server's log");
}

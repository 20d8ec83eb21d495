// The accounts of a tenant's people. They belong to no tenant: a restore finds the same people again, or makes new accounts.
import { normalText } from "../../../shared/kernel/normal/normal-text.ts";
import type { Row, Tx } from "../../kernel/db/db.ts";
import { withNormalForms } from "../../kernel/db/normal/columns.ts";
import { accountColumns } from "./tables.ts";

/**
 * What a backup holds of an account. The password's hash goes along, so that on another server people get in with the
 * password that they know; their second factor does not, for it is sealed to the server that it was set up on.
 */
export const ACCOUNTS = {
  table: "users",
  columns: ["id", "username", "password_hash", "full_name", "email", "is_active"],
} as const;

/** The accounts that the tenant's rows name, as lines. */
export async function* accountsOf(tx: Tx, tenantId: string): AsyncGenerator<string> {
  const named = (await accountColumns(tx)).map(
    ({ table, column }) => `select "${column}" from "${table}" where tenant_id = $1`,
  );
  const texts = ACCOUNTS.columns.map((name) => `u."${name}"::text`).join(", ");
  const rows = await tx.unsafe<{ line: string }[]>(
    `select array_to_json(array[${texts}])::text as line from users u where u.id in (${named.join(" union ")}) order by u.id`,
    [tenantId],
  );
  for (const { line } of rows) yield line;
}

export interface RenamedAccount {
  from: string;
  to: string;
}

/** A free name, made of the person's own. */
async function freeUsername(tx: Tx, username: string, subdomain: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const wish = `${username}.${subdomain}${number === 1 ? "" : `-${number}`}`;
    const [taken] = await tx`select 1 from users where username_normal = ${normalText(wish)}`;
    if (!taken) return wish;
  }
}

/**
 * Makes the accounts that are missing. One that is here already, by its id, stays as it is. A username that another
 * account has here is not taken for the same person's: the account gets another one.
 * @returns who has another username now.
 */
export async function ensureAccounts(
  tx: Tx,
  lines: readonly string[],
  subdomain: string,
): Promise<RenamedAccount[]> {
  const renamed: RenamedAccount[] = [];
  for (const line of lines) {
    const texts = JSON.parse(line) as (string | null)[];
    const row: Row = Object.fromEntries(ACCOUNTS.columns.map((name, at) => [name, texts[at] ?? null]));
    const [known] = await tx`select 1 from users where id = ${String(row.id)}`;
    if (known) continue;
    const username = String(row.username);
    const [taken] = await tx`select 1 from users where username_normal = ${normalText(username)}`;
    if (taken) {
      row.username = await freeUsername(tx, username, subdomain);
      renamed.push({ from: username, to: String(row.username) });
    }
    const stamps = { version: 1, updated_at: new Date() };
    const account = { ...row, ...stamps, is_active: row.is_active === "true" };
    await tx`insert into users ${tx(withNormalForms(account, ["username"]))}`;
  }
  return renamed;
}

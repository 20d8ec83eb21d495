// Accounts of the whole platform.
import { newId } from "../../../shared/kernel/id.ts";
import { withNormalForms } from "../../kernel/db/normal/columns.ts";
import type { Services } from "../../kernel/services.ts";
import { hashNewPassword } from "../sign-in/passwords.ts";

/** The super administrator who is to make the first tenant; null once there is one. */
export async function firstOwner({ db }: Services): Promise<string | null> {
  const [row] = await db.platform<{ username: string }[]>`
    select username from users where is_superuser and is_active and not exists (select from tenants)
    order by created_at limit 1`;
  return row?.username ?? null;
}

/** Creates the super administrator where there is none yet (LASTMILE_SUPERUSER). */
export async function ensureSuperuser(
  services: Services,
  account: { username: string; password: string },
): Promise<void> {
  const sql = services.db.platform;
  const [one] = await sql`select 1 from users where is_superuser limit 1`;
  if (one) return;
  const password_hash = await hashNewPassword(services, account, "password");
  const row = {
    id: newId(),
    username: account.username,
    password_hash,
    full_name: "Platform",
    is_superuser: true,
  };
  await sql`insert into users ${sql(withNormalForms(row, ["username"]))} on conflict do nothing`;
}

// Devices that the holder signed in on before: they stay open to the holder while others guess the password.
import { normalText } from "../../../shared/kernel/normal/normal-text.ts";
import type { Sql } from "../../kernel/db/db.ts";
import { hashToken } from "./tokens.ts";

const KEPT_PER_USER = 20;
const KEPT_DAYS = 180;

export async function isKnownDevice(sql: Sql, username: string, secret: string | null): Promise<boolean> {
  if (!secret) return false;
  const [row] = await sql`select 1 from known_devices d join users u on u.id = d."user"
    where u.username_normal = ${normalText(username)} and d.secret_hash = ${hashToken(secret)}
      and d.known_since >= u.password_set_at and d.last_used_at > now() - make_interval(days => ${KEPT_DAYS})`;
  return row !== undefined;
}

/** After a right sign-in. The oldest make room. */
export async function rememberDevice(sql: Sql, user: string, secret: string | null): Promise<void> {
  if (!secret) return;
  await sql`insert into known_devices ("user", secret_hash) values (${user}, ${hashToken(secret)})
    on conflict ("user", secret_hash) do update set last_used_at = now(), known_since = clock_timestamp()`;
  await sql`delete from known_devices where "user" = ${user} and secret_hash not in (
    select secret_hash from known_devices where "user" = ${user} order by last_used_at desc limit ${KEPT_PER_USER})`;
}

// What the members of a tenant might do at some time: commands are judged by when they were made (contract §5.7).
import { expandPermissions } from "../../../shared/identity/grants.ts";
import type { MemberHistory, ReadMembers } from "../../kernel/area.ts";
import type { Row } from "../../kernel/db/db.ts";

const toDate = (value: unknown): Date | null => (value ? new Date(String(value)) : null);

export const readMembers: ReadMembers = async ({ db }, tenantId, users) => {
  if (users.length === 0) return new Map();
  const rows = await db.platform<Row[]>`
    select u.id, u.username, u.full_name, u.email, least(u.ended_at, m.ended_at) as ended_at,
      (select coalesce(jsonb_agg(jsonb_build_object('since', h.since, 'permissions', h.permissions)
          order by h.since desc), '[]')
        from rights_history h where h.tenant_id = m.tenant_id and h."user" = u.id) as rights
    from staff_memberships m join users u on u.id = m."user"
    where m.tenant_id = ${tenantId} and m."user" = any(${users as string[]}::uuid[])`;
  return new Map(
    rows.map((row): [string, MemberHistory] => [
      String(row.id),
      {
        user_id: String(row.id),
        username: String(row.username),
        full_name: String(row.full_name),
        email: row.email as string | null,
        ended_at: toDate(row.ended_at),
        rights: (row.rights as { since: string; permissions: string[] }[]).map(({ since, permissions }) => ({
          since: new Date(since),
          permissions: expandPermissions(permissions),
        })),
      },
    ]),
  );
};

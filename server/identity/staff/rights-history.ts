// What the members of a tenant might do at some time: commands are judged by when they were made (contract §5.7).
import { expandPermissions } from "../../../shared/identity/grants.ts";
import type { MemberHistory, ReadMembers } from "../../kernel/area.ts";
import type { Fragment, Tx } from "../../kernel/db/db.ts";

interface MemberRow {
  id: string;
  username: string;
  full_name: string;
  email: string | null;
  ended_at: string | null;
  rights: { since: string; permissions: string[] }[];
}

export const readMembers: ReadMembers = async ({ db }, tenantId, users) => {
  if (users.length === 0) return new Map();
  const rows = await db.platform<MemberRow[]>`
    select u.id, u.username, u.full_name, u.email, least(u.ended_at, m.ended_at) as ended_at,
      (select coalesce(jsonb_agg(jsonb_build_object('since', h.since, 'permissions', h.permissions)
          order by h.since desc), '[]')
        from rights_history h where h.tenant_id = m.tenant_id and h."user" = u.id) as rights
    from staff_memberships m join users u on u.id = m."user"
    where m.tenant_id = ${tenantId} and m."user" = any(${users as string[]}::uuid[])`;
  return new Map(
    rows.map(({ id, username, full_name, email, ended_at, rights }): [string, MemberHistory] => [
      id,
      {
        user_id: id,
        username,
        full_name,
        email,
        ended_at: ended_at === null ? null : new Date(ended_at),
        rights: rights.map(({ since, permissions }) => ({
          since: new Date(since),
          permissions: expandPermissions(permissions),
        })),
      },
    ]),
  );
};

/**
 * Writes down what members may do from now on, in the transaction that changes it.
 * @param which members: a condition on `m`, the membership.
 */
export async function noteRights(tx: Tx, tenantId: string, which: Fragment): Promise<void> {
  const members = await tx<{ user: string; permissions: string[] }[]>`
    select m."user", case when m.is_active then coalesce(r.permissions, '[]') else '[]' end as permissions
    from staff_memberships m left join roles r on r.tenant_id = m.tenant_id and r.id = m.role
    where m.tenant_id = ${tenantId} and ${which}`;
  if (members.length === 0) return;
  const rows = members.map(({ user, permissions }) => ({
    tenant_id: tenantId,
    user,
    permissions: tx.json(permissions),
  }));
  await tx`insert into rights_history ${tx(rows)}`;
}

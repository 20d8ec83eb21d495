// Runs operations for the demo: through the same runner as every request, at a time of the past, each at most once.
import { expandPermissions } from "../../shared/identity/grants.ts";
import { AREAS } from "../areas.ts";
import type { Row } from "../kernel/db/db.ts";
import { type Principal, systemPrincipal, type Tenant } from "../kernel/operation/principal.ts";
import type { Implementation } from "../kernel/operation/run-operation.ts";
import { runOperation } from "../kernel/operation/run-request.ts";
import type { Services } from "../kernel/services.ts";

export interface Act {
  /** The operation's name, e.g. "recharge.create". */
  name: string;
  /** Makes a repeated seeding skip what is done already. */
  key: string;
  input: Row;
  id?: string;
  at: Date;
}

export type Actor = (act: Act) => Promise<Row>;

function implementationOf(name: string): Implementation {
  for (const area of AREAS) {
    const found = area.operations.find(({ operation }) => operation.name === name);
    if (found) return found;
  }
  throw new Error(`There is no operation ${name}`);
}

interface StaffRow {
  user_id: string;
  full_name: string;
  membership_id: string;
  role_id: string;
  role_name: string;
  permissions: string[];
}

/** A member of the tenant's staff who acts with the rights of their role. */
async function staffPrincipal(services: Services, tenant: Tenant, username: string): Promise<Principal> {
  const [row] = await services.db.platform<StaffRow[]>`
    select u.id as user_id, u.full_name, m.id as membership_id, r.id as role_id, r.name as role_name, r.permissions
    from users u join staff_memberships m on m."user" = u.id and m.tenant_id = ${tenant.id}
      join roles r on r.tenant_id = m.tenant_id and r.id = m.role
    where u.username = ${username}`;
  if (!row) throw new Error(`${username} is not of the staff of ${tenant.subdomain}`);
  return {
    ...systemPrincipal(tenant, username),
    kind: "staff",
    user_id: row.user_id,
    full_name: row.full_name,
    membership_id: row.membership_id,
    role: { id: row.role_id, name: row.role_name },
    permissions: expandPermissions(row.permissions),
  };
}

export async function actorOf(services: Services, tenant: Tenant, username: string): Promise<Actor> {
  return doerOf(services, await staffPrincipal(services, tenant, username));
}

/** Somebody who does things in the demo. */
export function doerOf(services: Services, principal: Principal): Actor {
  return async ({ name, key, input, id, at: meant }) => {
    // What was to be done later today is done now: no receipt of the demo is of a time to come.
    const at = new Date(Math.min(meant.getTime(), Date.now()));
    const call = {
      principal,
      occurred_at: at,
      received_at: at,
      request_id: null,
      address: null,
      device: null,
      if_match: null,
      command: null,
    };
    const reply = await runOperation(services, implementationOf(name), call, {
      input,
      id: id ?? null,
      idempotency_key: `demo:${key}`,
    });
    return reply.body as Row;
  };
}

/** Does work for each item, `width` at a time. */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const index = next++;
      await work(items[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
}

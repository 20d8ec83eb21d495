// Makes a tenant: settings, default roles, and the owner with profile and membership, all or nothing (contract §2).
import { DEFAULT_ROLES, OWNER } from "../../../shared/identity/default-roles.ts";
import { type NewTenant, tenant } from "../../../shared/identity/tenant.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { normalText } from "../../../shared/kernel/normal/normal-text.ts";
import { type Row, type Tx, transaction } from "../../kernel/db/db.ts";
import { toFailure } from "../../kernel/db/db-failure.ts";
import { withNormalForms } from "../../kernel/db/normal/columns.ts";
import { writeAudit } from "../../kernel/operation/audit.ts";
import type { Call } from "../../kernel/operation/context.ts";
import type { Services } from "../../kernel/services.ts";
import { beginTenant } from "../../kernel/tenant-hooks.ts";
import { hashNewPassword, verifyPassword } from "../sign-in/passwords.ts";
import { noteRights } from "../staff/rights-history.ts";

/** What a tenant is made of, with the columns of company_settings that differ from their defaults. */
export type TenantToMake = NewTenant & {
  settings?: Row;
  /** The owner's password was made up by the server and shown to others: it is good for choosing another. */
  is_one_time?: boolean;
};

export interface CreatedTenant {
  id: string;
  /** The owner's account, profile and membership. */
  owner: { user: string; profile: string; membership: string };
  /** Role ids by name. */
  roles: Readonly<Record<string, string>>;
}

type Actor = Pick<Call, "principal" | "address" | "device" | "request_id" | "occurred_at">;

/**
 * The owner's account: a new one, or the one that exists already when the password is its own: one person may own
 * several providers.
 * @throws Failure DUPLICATE when the username is taken.
 */
async function ownerAccount(
  services: Services,
  tx: Tx,
  { admin, is_one_time = false }: Pick<TenantToMake, "admin" | "is_one_time">,
  password_hash: string,
): Promise<string> {
  const [known] = await tx<{ id: string; password_hash: string; is_active: boolean }[]>`
    select id, password_hash, is_active from users where username_normal = ${normalText(admin.username)}`;
  if (known) {
    if (known.is_active && (await verifyPassword(services, admin.password, known.password_hash)))
      return known.id;
    const error = { field: "admin.username", code: "NOT_UNIQUE", message: "Already in use" } as const;
    throw new Failure("DUPLICATE", "There is already a user with this username", { errors: [error] });
  }
  const id = newId();
  const { username, full_name = "", email = null } = admin;
  const account = { id, username, password_hash, full_name, email, must_change_password: is_one_time };
  await tx`insert into users ${tx(withNormalForms(account, ["username"]))}`;
  return id;
}

async function insertTenant(
  services: Services,
  tx: Tx,
  input: TenantToMake,
  password_hash: string,
): Promise<CreatedTenant> {
  const id = newId();
  const { name, subdomain, tier = "STANDARD", is_active = true } = input;
  await tx`insert into tenants ${tx({ id, name, subdomain, tier, is_active })}`;
  await tx`insert into tenant_limits ${tx({ tenant_id: id })}`;
  await tx`insert into company_settings ${tx({ company_name: name, ...input.settings, id: newId(), tenant_id: id })}`;
  const roles = DEFAULT_ROLES.map((role) => ({
    id: newId(),
    tenant_id: id,
    name: role.name,
    permissions: tx.json([...role.grants]),
    is_system_default: true,
  }));
  await tx`insert into roles ${tx(roles)}`;
  const ids = Object.fromEntries(roles.map((role) => [role.name, role.id]));
  const user = await ownerAccount(services, tx, input, password_hash);
  const owner = { user, profile: newId(), membership: newId() };
  await tx`insert into staff_profiles ${tx({ id: owner.profile, tenant_id: id, user, designation: OWNER })}`;
  await tx`insert into staff_memberships ${tx({ id: owner.membership, tenant_id: id, user, role: ids[OWNER] ?? null })}`;
  await beginTenant(tx, id);
  await noteRights(tx, id, tx`m."user" = ${user}`);
  return { id, owner, roles: ids };
}

/**
 * Makes a tenant in a transaction of the platform's.
 * @throws Failure DUPLICATE for a taken username, VALIDATION for a weak password; the database's
 * refusal of a subdomain that is taken.
 */
export async function createTenantIn(
  services: Services,
  tx: Tx,
  input: TenantToMake,
  actor: Actor,
): Promise<CreatedTenant> {
  const password_hash = await hashNewPassword(services, input.admin, "admin.password");
  const made = await insertTenant(services, tx, input, password_hash);
  const { name, subdomain, tier } = input;
  const after = { name, subdomain, tier, owner: input.admin.username };
  await writeAudit(tx, made.id, actor, [{ act: { on: tenant, name: "tenant.create" }, id: made.id, after }]);
  return made;
}

/** @throws Failure DUPLICATE for a taken subdomain or username. */
export async function createTenant(
  services: Services,
  input: TenantToMake,
  actor: Actor,
): Promise<CreatedTenant> {
  try {
    const made = await transaction(services.db.platform_transactions, async (tx) => ({
      tenant: await createTenantIn(services, tx, input, actor),
    }));
    return made.tenant;
  } catch (error) {
    throw toFailure(error);
  }
}

// Staff: account, profile and membership are written together, by people who may.
import { OWNER } from "../../../shared/identity/default-roles.ts";
import {
  createStaff,
  type Staff,
  setStaffPassword,
  staff,
  switchOffStaffOtp,
  updateStaff,
} from "../../../shared/identity/staff.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import type { InputOf } from "../../../shared/kernel/operation.ts";
import type { Row } from "../../kernel/db/db.ts";
import { withNormalForms } from "../../kernel/db/normal/columns.ts";
import type { Change, OperationContext } from "../../kernel/operation/context.ts";
import { implement } from "../../kernel/operation/run-operation.ts";
import { requireReference } from "../../kernel/resource/draft.ts";
import { requireRecord } from "../../kernel/resource/record.ts";
import { tellHolder } from "../own-account/tell-holder.ts";
import { hashNewPassword } from "../sign-in/passwords.ts";
import { requireRoleHeld } from "./grants.ts";
import { noteRights } from "./rights-history.ts";

interface Member {
  user: string;
  role: string | null;
  is_active: boolean;
}

/** Notes a change of a member; open streams look again whom they serve. */
function noteStaff(
  ctx: OperationContext,
  act: typeof createStaff | typeof updateStaff | typeof setStaffPassword,
  change: Change,
): void {
  ctx.markChanged("staff_memberships");
  ctx.noteChange(act, change);
}

function taken(): Failure {
  const errors = [{ field: "username", code: "NOT_UNIQUE", message: "Already in use" }] as const;
  return new Failure("DUPLICATE", "There is already a user with this username", { errors });
}

async function grantRole(ctx: OperationContext, role: string): Promise<void> {
  await requireReference(ctx, "role", "role", role);
  await requireRoleHeld(ctx, role, "This role");
}

/** Membership and profile of a staff record, locked. @throws Failure NOT_FOUND. */
async function lockMember(ctx: OperationContext, id: string): Promise<Member> {
  const { tx, tenant } = ctx;
  const [profile] = await tx<Pick<Member, "user">[]>`
    select "user" from staff_profiles where tenant_id = ${tenant.id} and id = ${id} for update`;
  if (!profile) throw new Failure("NOT_FOUND");
  const [member] = await tx<Member[]>`select "user", role, is_active from staff_memberships
    where tenant_id = ${tenant.id} and "user" = ${profile.user} for update`;
  if (!member) throw new Failure("NOT_FOUND");
  return member;
}

/**
 * A tenant without an owner could never be managed again. The role's row is locked, so that two owners can't take each
 * other away at the same moment.
 */
async function keepAnOwner(ctx: OperationContext, leaving: Member): Promise<void> {
  const { tx, tenant } = ctx;
  const [owner] = await tx<{ id: string }[]>`
    select id from roles where tenant_id = ${tenant.id} and name = ${OWNER} and is_system_default for update`;
  if (!owner || leaving.role !== owner.id || !leaving.is_active) return;
  const [other] = await tx`select 1 from staff_memberships
    where tenant_id = ${tenant.id} and role = ${owner.id} and is_active and "user" <> ${leaving.user} limit 1`;
  if (!other) throw new Failure("CONFLICT", "This is the last active owner");
}

/** @throws Failure CONFLICT when the account is a member of another tenant too: then only its holder may change it. */
async function requireOwnAccount(ctx: OperationContext, user: string): Promise<void> {
  const [row] = await ctx.tx<{ shared: boolean }[]>`select user_is_shared(${user}) as shared`;
  if (row?.shared)
    throw new Failure(
      "CONFLICT",
      "This account belongs to another tenant as well: only its holder changes it",
    );
}

/** @param ended_at when the membership ended, by the clock of where it lies: no token that ends with it ends before it. */
async function endSessions(
  ctx: OperationContext,
  user: string,
  ended_at: string | null = null,
): Promise<void> {
  await ctx.tx`update auth_tokens set revoked_at = greatest(now(), ${ended_at}::timestamptz)
    where tenant_id = ${ctx.tenant.id} and "user" = ${user} and revoked_at is null`;
}

/** The given fields of an input, under the same names. */
function pick<I extends object>(input: I, names: readonly (keyof I & string)[]): Row {
  return Object.fromEntries(
    names.filter((name) => input[name] !== undefined).map((name) => [name, input[name]]),
  );
}

type NewMember = Omit<InputOf<typeof createStaff>, "password">;
type MemberChange = InputOf<typeof updateStaff>;

async function addMember(ctx: OperationContext, input: NewMember, password_hash: string): Promise<string> {
  const { tx, tenant } = ctx;
  const { id = ctx.newId(), role, is_active = true } = input;
  const user = ctx.newId();
  const named = pick(input, ["username", "full_name", "email"]);
  const account = withNormalForms({ id: user, password_hash, ...named }, ["username"]);
  const added = await tx`insert into users ${tx(account)} on conflict do nothing`;
  if (added.count === 0) throw taken();
  await tx`insert into staff_profiles ${tx({ id, tenant_id: tenant.id, user, is_active, ...pick(input, ["phone", "designation"]) })}`;
  await tx`insert into staff_memberships ${tx({ id: ctx.newId(), tenant_id: tenant.id, user, role, is_active })}`;
  await noteRights(tx, tenant.id, tx`m."user" = ${user}`);
  return id;
}

/**
 * Adds a member of staff with an account of their own.
 * @throws Failure PERMISSION_DENIED for a role that the actor could not grant, DUPLICATE, VALIDATION.
 */
export async function createMember(
  ctx: OperationContext,
  input: InputOf<typeof createStaff>,
): Promise<Staff> {
  const { password, ...fields } = input;
  await grantRole(ctx, fields.role);
  const account = { password, username: fields.username };
  const id = await addMember(ctx, fields, await hashNewPassword(ctx.services, account, "password"));
  const record = await requireRecord(ctx, staff, id);
  noteStaff(ctx, createStaff, { id, after: record });
  return record;
}

const create = implement(createStaff, createMember);

async function checkChange(ctx: OperationContext, member: Member, input: MemberChange): Promise<void> {
  const newRole = input.role === member.role ? undefined : input.role;
  const newActive = input.is_active !== undefined && input.is_active !== member.is_active;
  const newAccount = input.full_name !== undefined || input.email !== undefined;
  if (newRole || newActive || newAccount) await requireRoleHeld(ctx, member.role, "This member of staff");
  if (newRole || (newActive && input.is_active === false)) await keepAnOwner(ctx, member);
  if (newRole) await grantRole(ctx, newRole);
  if (newAccount) await requireOwnAccount(ctx, member.user);
}

async function writeChange(
  ctx: OperationContext,
  id: string,
  member: Member,
  input: MemberChange,
): Promise<void> {
  const { tx, tenant } = ctx;
  const account = pick(input, ["full_name", "email"]);
  const profile = pick(input, ["phone", "designation", "is_active"]);
  const membership = pick(input, ["role", "is_active"]);
  if (Object.keys(account).length > 0) await tx`update users set ${tx(account)} where id = ${member.user}`;
  if (Object.keys(profile).length > 0) {
    await tx`update staff_profiles set ${tx(profile)} where tenant_id = ${tenant.id} and id = ${id}`;
  }
  if (Object.keys(membership).length === 0) return;
  const [changed] = await tx<{ ended_at: string | null }[]>`
    update staff_memberships set ${tx(membership)} where tenant_id = ${tenant.id} and "user" = ${member.user}
    returning ended_at`;
  await noteRights(tx, tenant.id, tx`m."user" = ${member.user}`);
  if (input.is_active === false) await endSessions(ctx, member.user, changed?.ended_at);
}

/** Tells the holder of the account, at the addresses that it had before and has now. */
async function tellMember(
  ctx: OperationContext,
  deed: "PASSWORD" | "FACTOR_OFF" | "EMAIL",
  { username, email }: Staff,
  before: string | null = email,
): Promise<void> {
  ctx.after_commit.push(await tellHolder(ctx, { deed, username, addresses: [before, email] }));
}

const update = implement(updateStaff, async (ctx, input, id) => {
  const member = await lockMember(ctx, id);
  const before = await requireRecord(ctx, staff, id);
  ctx.refuseStale(before);
  if (Object.keys(input).length === 0) return before;
  await checkChange(ctx, member, input);
  await writeChange(ctx, id, member, input);
  const record = await requireRecord(ctx, staff, id);
  noteStaff(ctx, updateStaff, { id, before, after: record });
  if (record.email !== before.email) await tellMember(ctx, "EMAIL", record, before.email);
  return record;
});

const setPassword = implement(setStaffPassword, async (ctx, input, id) => {
  const member = await lockMember(ctx, id);
  // Whoever sets a password can sign in with it.
  await requireRoleHeld(ctx, member.role, "This member of staff");
  await requireOwnAccount(ctx, member.user);
  const record = await requireRecord(ctx, staff, id);
  const account = { password: input.new_password, username: record.username };
  const password_hash = await hashNewPassword(ctx.services, account, "new_password");
  await ctx.tx`update users set password_hash = ${password_hash} where id = ${member.user}`;
  await endSessions(ctx, member.user);
  noteStaff(ctx, setStaffPassword, { id });
  await tellMember(ctx, "PASSWORD", record);
  return requireRecord(ctx, staff, id);
});

const switchOffOtp = implement(switchOffStaffOtp, async (ctx, _input, id) => {
  const member = await lockMember(ctx, id);
  // It is half of what keeps others from signing in as them.
  await requireRoleHeld(ctx, member.role, "This member of staff");
  await requireOwnAccount(ctx, member.user);
  const before = await requireRecord(ctx, staff, id);
  if (!before.has_otp) return before;
  await ctx.tx`update users set otp_since = null where id = ${member.user}`;
  ctx.noteChange(switchOffStaffOtp, { id });
  await tellMember(ctx, "FACTOR_OFF", before);
  return requireRecord(ctx, staff, id);
});

export const staffOperations = [create, update, setPassword, switchOffOtp];

// Resellers, each with the account that signs in for them.
import { createReseller, reseller, updateReseller } from "../../../shared/identity/reseller.ts";
import { invalid } from "../../../shared/kernel/failure.ts";
import type { InputOf } from "../../../shared/kernel/operation.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implement } from "../../kernel/operation/run-operation.ts";
import { createRecord, updateRecord } from "../../kernel/resource/write-record.ts";
import { createMember } from "./staff.ts";

/** What a reseller's record says of who signs in for them. */
interface Account {
  user: string | null;
  username: string | null;
}

const NOBODY: Account = { user: null, username: null };

/** @throws Failure VALIDATION for an account that is no member's of this tenant. */
async function memberNamed({ tx, tenant }: OperationContext, user: string): Promise<Account> {
  const [found] = await tx<{ username: string }[]>`
    select u.username from staff_memberships m join users u on u.id = m."user"
    where m.tenant_id = ${tenant.id} and m."user" = ${user}`;
  if (!found) throw invalid("user", "There is no such member of staff", "DOES_NOT_EXIST");
  return { user, username: found.username };
}

/** The account of a new reseller: one that is there, one of their own with the role Reseller, or none for now. */
async function newAccount(ctx: OperationContext, input: InputOf<typeof createReseller>): Promise<Account> {
  const { user, username, password, full_name, email, company_name, phone } = input;
  if (user && username) throw invalid("username", "Name an account that there is, or a new one, not both");
  if (user) return memberNamed(ctx, user);
  if (!username && !password) return NOBODY;
  if (!username) throw invalid("username", "Required with a password", "REQUIRED");
  if (!password) throw invalid("password", "Required with a username", "REQUIRED");
  const { tx, tenant } = ctx;
  const [role] = await tx<{ id: string }[]>`
    select id from roles where tenant_id = ${tenant.id} and name = 'Reseller' and is_system_default`;
  const member = await createMember(ctx, {
    ...{ username, password, full_name: full_name ?? company_name, email: email ?? null },
    ...{ phone: phone ?? "", designation: "Reseller", role: role?.id ?? "" },
  });
  return { user: member.user, username };
}

export const resellerOperations = [
  implement(createReseller, async (ctx, input) => {
    const account = await newAccount(ctx, input);
    const { id, company_name, phone, credit_limit } = input;
    const draft = { id, company_name, phone, credit_limit };
    return createRecord(ctx, reseller, draft, {
      before: (_ctx, given) => ({ ...given, ...account, balance: "0" }),
    });
  }),
  implement(updateReseller, async (ctx, { user, ...input }, id) => {
    const account = user === undefined ? {} : user === null ? NOBODY : await memberNamed(ctx, user);
    return updateRecord(ctx, reseller, id, input, { before: (_ctx, draft) => ({ ...draft, ...account }) });
  }),
];

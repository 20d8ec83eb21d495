// Sign-in, sign-out and one's own account (contract §2).
import {
  changePasswordBody,
  loginAnswer,
  loginBody,
  meAnswer,
  superuserLoginAnswer,
  superuserLoginBody,
  USER,
} from "../../../shared/identity/auth.ts";
import { permissionCodes } from "../../../shared/identity/grants.ts";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { normalText } from "../../../shared/kernel/normal/normal-text.ts";
import { type RouteRequest, route } from "../../kernel/area.ts";
import { type Row, transaction } from "../../kernel/db/db.ts";
import { writeAudit } from "../../kernel/operation/audit.ts";
import type { Principal } from "../../kernel/operation/principal.ts";
import type { Services } from "../../kernel/services.ts";
import { hashNewPassword } from "../sign-in/passwords.ts";
import { signIn, signInSuperuser } from "../sign-in/sign-in.ts";
import { noteOwn, person, requirePassword, somebody, tellOwn } from "./own-account.ts";

const loginLimit = {
  max: (services: Services) => services.limits.logins_per_minute,
  key: ({ address, body }: { address: string; body: unknown }) => {
    const username = body && typeof body === "object" && "username" in body ? String(body.username) : "";
    return `${address} ${normalText(username.slice(0, 150))}`;
  },
};

const textOf = (header: string | string[] | undefined) => (typeof header === "string" ? header : null);

const login = route({
  method: "POST",
  path: "/auth/login/",
  operation_id: "login",
  summary: "Sign a member of staff in",
  area: "identity",
  permission: "public",
  body: loginBody,
  output: loginAnswer,
  rate_limit: loginLimit,
  failures: [
    "TENANT_REQUIRED",
    "INVALID_CREDENTIALS",
    "OTP_REQUIRED",
    "USE_SAAS_LOGIN",
    "MEMBERSHIP_ENDED",
    "TENANT_INACTIVE",
    "ACCOUNT_LOCKED",
  ],
  handler: ({ services, call, body, headers }) =>
    signIn(
      { services, call, credentials: body, user_agent: textOf(headers["user-agent"]) },
      body,
      textOf(headers.host) ?? undefined,
    ),
});

const superuserLogin = route({
  method: "POST",
  path: "/saas/auth/login/",
  operation_id: "loginSuperuser",
  summary: "Sign a super administrator in",
  area: "identity",
  permission: "public",
  body: superuserLoginBody,
  output: superuserLoginAnswer,
  rate_limit: loginLimit,
  failures: ["INVALID_CREDENTIALS", "OTP_REQUIRED", "ACCOUNT_LOCKED"],
  handler: ({ services, call, body, headers }) =>
    signInSuperuser({ services, call, credentials: body, user_agent: textOf(headers["user-agent"]) }),
});

const logout = route({
  method: "POST",
  path: "/auth/logout/",
  operation_id: "logout",
  summary: "End this session",
  area: "identity",
  permission: null,
  status: 204,
  handler: async ({ services, principal, call }) => {
    const who = somebody(principal);
    if (who.kind === "machine")
      throw new Failure("PERMISSION_DENIED", "An API token ends when it is deleted");
    await transaction(services.db.platform_transactions, async (tx) => {
      await tx`update auth_tokens set revoked_at = now() where id = ${who.token_id}`;
      const act = { on: USER, name: "logout" };
      await writeAudit(tx, who.tenant?.id ?? null, call, [{ act, id: who.user_id }]);
    });
  },
});

async function profileOf(services: Services, who: Principal): Promise<Row | null> {
  if (!who.user_id || !who.tenant) return null;
  const [row] = await services.db.platform<Row[]>`
    select id, phone, designation, is_active from staff_profiles
    where tenant_id = ${who.tenant.id} and "user" = ${who.user_id}`;
  return row ?? null;
}

const me = route({
  method: "GET",
  path: "/auth/me/",
  operation_id: "getMe",
  summary: "Who is signed in, with which rights",
  area: "identity",
  permission: null,
  output: meAnswer,
  handler: async ({ services, principal }) => {
    const who = somebody(principal);
    const { user_id, username, full_name, email, is_superuser, tenant, role } = who;
    const owed = who.owes === "PASSWORD_CHANGE_REQUIRED" ? ({ must_change_password: true } as const) : {};
    const permissions = is_superuser ? [...permissionCodes()] : [...who.permissions];
    return {
      user: user_id ? { id: user_id, username, full_name, email, is_superuser, ...owed } : null,
      profile: await profileOf(services, who),
      membership: tenant
        ? {
            id: who.membership_id,
            tenant: { id: tenant.id, name: tenant.name, subdomain: tenant.subdomain },
            role,
            permissions,
          }
        : null,
      permissions,
    };
  },
});

type PasswordChange = { current_password: string; new_password: string };

async function changePassword(request: RouteRequest<PasswordChange>): Promise<void> {
  const { services, principal, call, body } = request;
  const who = person(principal);
  const user = who.user_id;
  await requirePassword(request, who, { field: "current_password", password: body.current_password });
  const account = { password: body.new_password, username: who.username };
  if (who.owes === "PASSWORD_CHANGE_REQUIRED" && body.new_password === body.current_password)
    throw invalid("new_password", "Choose another one than the one-time password", "REPEATED");
  const password_hash = await hashNewPassword(services, account, "new_password");
  const send = await transaction(services.db.platform_transactions, async (tx) => {
    await tx`update users set password_hash = ${password_hash}, must_change_password = false where id = ${user}`;
    await tx`update auth_tokens set revoked_at = now()
      where "user" = ${user} and id <> ${who.token_id} and revoked_at is null`;
    await noteOwn(tx, call, who, "user.change_password");
    return tellOwn(tx, request, who, "PASSWORD");
  });
  send();
}

const password = route({
  method: "POST",
  path: "/auth/change-password/",
  operation_id: "changePassword",
  summary: "Change one's own password; ends all other sessions",
  area: "identity",
  permission: null,
  body: changePasswordBody,
  status: 204,
  failures: ["ACCOUNT_LOCKED"],
  handler: changePassword,
});

export const authRoutes = [login, superuserLogin, logout, me, password];

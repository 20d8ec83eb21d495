// What the routes of one's own account share: who it is, and that they know their password.
import { USER } from "../../../shared/identity/auth.ts";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import type { RouteRequest } from "../../kernel/area.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { writeAudit } from "../../kernel/operation/audit.ts";
import type { Call } from "../../kernel/operation/context.ts";
import type { Principal } from "../../kernel/operation/principal.ts";
import type { Services } from "../../kernel/services.ts";
import { countFailure, forgetFailures, takeTurn } from "../sign-in/attempts.ts";
import { verifyPassword } from "../sign-in/passwords.ts";
import { tellHolder } from "./tell-holder.ts";

/** @throws Failure UNAUTHENTICATED. */
export function somebody(principal: Principal | null): Principal {
  if (!principal) throw new Failure("UNAUTHENTICATED");
  return principal;
}

export type Person = Principal & { user_id: string };

/** @throws Failure UNAUTHENTICATED, PERMISSION_DENIED for an API token, which has no account. */
export function person(principal: Principal | null): Person {
  const who = somebody(principal);
  if (who.user_id === null) throw new Failure("PERMISSION_DENIED", "An API token is nobody's account");
  return who as Person;
}

export interface Proof {
  /** The field of the body that the password came in. */
  field: string;
  password: string;
  /** What else has to fit, e.g. a code of the second factor; wrong counts as a wrong password does. */
  also?: { field: string; fits(): Promise<boolean> };
}

/**
 * That the holder of a session knows the password: a stolen one must not be a way to try passwords without end.
 * @throws Failure VALIDATION WRONG_PASSWORD or WRONG_CODE, ACCOUNT_LOCKED, RATE_LIMITED.
 */
export async function requirePassword(
  { services, call }: Pick<RouteRequest, "services" | "call">,
  who: Person,
  { field, password, also }: Proof,
): Promise<void> {
  const sql = services.db.platform;
  await takeTurn(sql, { username: who.username, ip: call.address, device_secret: null }, async (turn) => {
    const [row] = await sql<{ password_hash: string }[]>`
      select password_hash from users where id = ${who.user_id}`;
    if (!(await verifyPassword(services, password, row?.password_hash ?? null))) {
      await countFailure(sql, turn);
      throw invalid(field, "This is not your password", "WRONG_PASSWORD");
    }
    if (also && !(await also.fits())) {
      await countFailure(sql, turn);
      throw invalid(also.field, "This code is wrong, or was used already", "WRONG_CODE");
    }
    await forgetFailures(sql, turn);
  });
}

/** Audits a change of the caller's own account; without a tenant, in the platform's log. */
export async function noteOwn(tx: Tx, call: Call, who: Person, action: string): Promise<void> {
  const act = { on: USER, name: action };
  await writeAudit(tx, who.tenant?.id ?? null, call, [{ act, id: who.user_id }]);
}

/** Tells the holder of the account of a change made in their session, by them or by an intruder. */
export async function tellOwn(
  tx: Tx,
  { services, call }: Pick<RouteRequest, "services" | "call">,
  { tenant, username, email }: Person,
  deed: "PASSWORD" | "FACTOR_ON" | "FACTOR_OFF",
): Promise<() => void> {
  if (!tenant) return () => {};
  return tellHolder({ tx, services, tenant, call }, { deed, username, addresses: [email] });
}

/** Desktops show who of the staff has a second factor. */
export function announceAccount({ notices }: Services, who: Person): void {
  if (who.tenant) notices.committed(who.tenant.id, new Set(["staff"]));
}

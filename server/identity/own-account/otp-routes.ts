// Switching one's own second factor on and off (contract §2).
import {
  confirmOtpBody,
  endOtpBody,
  enrolOtpBody,
  otpEnrolment,
  otpState,
} from "../../../shared/identity/otp.ts";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { route } from "../../kernel/area.ts";
import { type Tx, transaction } from "../../kernel/db/db.ts";
import { beginEnrolment, spendCode } from "../sign-in/otp.ts";
import { announceAccount, noteOwn, person, requirePassword, tellOwn } from "./own-account.ts";

/** Locks the account. @throws Failure CONFLICT when the factor is not as it has to be. */
async function lockFactor(tx: Tx, user: string, wanted: "on" | "off"): Promise<void> {
  const [row] = await tx<{ is_on: boolean }[]>`
    select otp_since is not null as is_on from users where id = ${user} for update`;
  if (row?.is_on === (wanted === "on")) return;
  throw new Failure("CONFLICT", wanted === "on" ? "It is not switched on" : "It is switched on already");
}

const state = route({
  method: "GET",
  path: "/auth/otp/",
  summary: "Whether one's own second factor is switched on, and how many recovery codes are left",
  area: "identity",
  permission: null,
  output: otpState,
  handler: async ({ services, principal }) => {
    const who = person(principal);
    const [row] = await services.db.platform<{ is_on: boolean; recovery_codes_left: number }[]>`
      select u.otp_since is not null as is_on, (select count(*)::int from otp_recovery_codes c
        where c."user" = u.id and c.used_at is null) as recovery_codes_left
      from users u where u.id = ${who.user_id}`;
    return row?.is_on ? row : { is_on: false, recovery_codes_left: 0 };
  },
});

const enrol = route({
  method: "POST",
  path: "/auth/otp/",
  summary: "Prepare a second factor: its secret and recovery codes, shown this once; in force when confirmed",
  area: "identity",
  permission: null,
  body: enrolOtpBody,
  output: otpEnrolment,
  failures: ["CONFLICT", "ACCOUNT_LOCKED"],
  handler: async (request) => {
    const { services, principal, call, body } = request;
    const who = person(principal);
    await requirePassword(request, who, { field: "password", password: body.password });
    return transaction(services.db.platform_transactions, async (tx) => {
      await lockFactor(tx, who.user_id, "off");
      await noteOwn(tx, call, who, "otp.prepare");
      return beginEnrolment(tx, services.secrets, { id: who.user_id, username: who.username });
    });
  },
});

const confirm = route({
  method: "POST",
  path: "/auth/otp/confirm/",
  summary: "Switch the second factor on, with a code that shows that the app has the secret",
  area: "identity",
  permission: null,
  body: confirmOtpBody,
  status: 204,
  failures: ["CONFLICT"],
  handler: async ({ services, principal, call, body }) => {
    const who = person(principal);
    const send = await transaction(services.db.platform_transactions, async (tx) => {
      await lockFactor(tx, who.user_id, "off");
      // A recovery code shows nothing about the app.
      if (!(await spendCode(tx, services.secrets, who.user_id, body.otp, { recovery: false })))
        throw invalid("otp", "This code is wrong: look at the app and at the clock", "WRONG_CODE");
      await tx`update users set otp_since = now() where id = ${who.user_id}`;
      await noteOwn(tx, call, who, "otp.switch_on");
      return tellOwn(tx, { services, call }, who, "FACTOR_ON");
    });
    send();
    announceAccount(services, who);
  },
});

const end = route({
  method: "DELETE",
  path: "/auth/otp/",
  summary: "Switch the second factor off",
  area: "identity",
  permission: null,
  body: endOtpBody,
  status: 204,
  failures: ["CONFLICT", "ACCOUNT_LOCKED"],
  handler: async (request) => {
    const { services, principal, call, body } = request;
    const who = person(principal);
    const fits = () => spendCode(services.db.platform, services.secrets, who.user_id, body.otp);
    await requirePassword(request, who, {
      field: "password",
      password: body.password,
      also: { field: "otp", fits },
    });
    const send = await transaction(services.db.platform_transactions, async (tx) => {
      await lockFactor(tx, who.user_id, "on");
      await tx`update users set otp_since = null where id = ${who.user_id}`;
      await tx`delete from otp_factors where "user" = ${who.user_id}`;
      await noteOwn(tx, call, who, "otp.switch_off");
      return tellOwn(tx, request, who, "FACTOR_OFF");
    });
    send();
    announceAccount(services, who);
  },
});

export const otpRoutes = [state, enrol, confirm, end];

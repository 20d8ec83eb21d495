// Signing in at the server: what it answers of the person, and the tenant's settings.
import { Client } from "../connection/client.ts";
import { failedWith, LocalFailure } from "../replica/index.ts";
import { deviceSecret } from "./device-secret.ts";
import { enrolFirst, refusalOf } from "./session-enrolment.ts";
import { choosePassword } from "./session-new-password.ts";

/** What the login answered, and the tenant's settings; kept sealed for the next start offline. */
export interface Identity {
  readonly user: {
    readonly id: string;
    readonly username: string;
    readonly full_name: string;
    readonly email: string | null;
    readonly is_superuser: boolean;
  };
  readonly membership: {
    readonly id: string;
    readonly tenant: { readonly id: string; readonly name: string; readonly subdomain: string };
    readonly role: { readonly id: string; readonly name: string } | null;
    readonly permissions: readonly string[];
  };
  /** `/settings/` of the tenant: currency, timezone, receipt_width_mm, … */
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface Credentials {
  /** Address of the server, e.g. "https://isp.example". */
  server: string;
  /** The tenant's subdomain; empty where the server's name says it. */
  tenant: string;
  username: string;
  password: string;
  /** Of the second factor, where the server asked for it. */
  otp?: string;
}

export type SignedIn = Identity & {
  readonly token: string;
  /** The password from now on: another one than was typed, where that was good for one time. */
  readonly password: string;
};

type LoginAnswer = Omit<SignedIn, "password"> & {
  readonly otp_enrolment_required?: boolean;
  readonly user: { readonly must_change_password?: boolean };
};

/** What `/auth/me/` answers. */
export interface Me {
  user: Identity["user"];
  membership: Partial<Identity["membership"]> | null;
  permissions: readonly string[];
}

/**
 * Failures of a background call that are no defect: the connection is down, or the server refuses (a company that was
 * stopped this moment), which the replica hears at its own calls and says.
 */
export const EXPECTED = [
  "PROBLEM",
  "OFFLINE",
  "TIMEOUT",
  "UNAUTHENTICATED",
  "DEVICE_REVOKED",
  "MEMBERSHIP_ENDED",
  "APP_TOO_OLD",
  "SERVER_TOO_OLD",
  "DISK",
  "STORE_GONE",
] as const;

/** A connection without a replica behind it, before the sign-in. */
export function plainClient(server: string, token: string | null = null) {
  return new Client({ server: () => server, token: () => token });
}

async function readSettings(server: string, token: string): Promise<Identity["settings"]> {
  try {
    return (await plainClient(server, token).rest("GET", "/api/v1/settings/")) as Identity["settings"];
  } catch (error) {
    // A role without the right to read them works with the defaults.
    if (failedWith(error, "PERMISSION")) return {};
    throw error;
  }
}

/** Whether the server wants a code of the second factor, beside the password. */
export function asksForCode(error: unknown): boolean {
  return failedWith(error, "PROBLEM", "UNAUTHENTICATED") && error.problem?.code === "OTP_REQUIRED";
}

/** Whether the right password of a super administrator was given, who signs in at a door of their own. */
export function isPlatformAccount(error: unknown): boolean {
  return failedWith(error, "UNAUTHENTICATED") && error.problem?.code === "USE_SAAS_LOGIN";
}

/** Whether the server says that this person has no business here any more: what is stored here is deleted (contract §5.7). */
export function isExpelled(error: unknown): boolean {
  if (failedWith(error, "MEMBERSHIP_ENDED")) return true;
  return failedWith(error, "PROBLEM") && error.problem?.code === "TENANT_INACTIVE";
}

/**
 * Logs in and reads the settings; the token is in the answer. Where the company asks for a second factor that this person
 * has not, it waits until they have switched one on; with a one-time password, until they have chosen one of their own.
 * @throws LocalFailure as client.rest and enrolFirst do.
 */
export async function login({ server, tenant, username, password, otp }: Credentials): Promise<SignedIn> {
  const device_secret = await deviceSecret();
  const who = { username, password, ...(device_secret ? { device_secret } : {}) };
  const body = { ...who, ...(tenant ? { tenant } : {}), ...(otp ? { otp } : {}) };
  const answer = (await plainClient(server).rest("POST", "/api/v1/auth/login/", body)) as LoginAnswer;
  if (typeof answer?.token !== "string" || !answer.membership) {
    throw new LocalFailure("BAD_ANSWER", "The server's answer to the sign-in is not what was agreed.");
  }
  const { otp_enrolment_required = false, ...signedIn } = answer;
  const { must_change_password = false, ...user } = answer.user;
  const client = plainClient(server, answer.token);
  const own = must_change_password ? await choosePassword(client, username, password) : password;
  if (own === null) throw refusalOf("PASSWORD_CHANGE_REQUIRED");
  if (otp_enrolment_required) await enrolFirst(client, own);
  return { ...signedIn, user, password: own, settings: await readSettings(server, answer.token) };
}

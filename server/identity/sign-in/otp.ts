// The second factor: codes of an authenticator app (TOTP, RFC 6238) and recovery codes, each good for once.
import { Secret, TOTP } from "otpauth";
import type { Sql, Tx } from "../../kernel/db/db.ts";
import { randomSigns } from "../../kernel/secrets/random-signs.ts";
import type { SecretBox } from "../../kernel/secrets/secret-box.ts";
import { hashToken } from "./tokens.ts";

const ISSUER = "Lastmile";
const STEP_SECONDS = 30;
/** A clock may be one step off. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
// Without letters and digits that are taken for each other.
const ALPHABET = "23456789ABCDEFGHJKLMNPQRSTVWXY";
const RECOVERY_LENGTH = 16;

const COLUMN = { table: "otp_factors", column: "secret_encrypted" };
const placeOf = (user: string) => ({ ...COLUMN, id: user });
/** Where the secrets lie, for a new key of the installation. */
export const sealedFactors = { ...COLUMN, key: ["user"] };

const totpOf = (secret: Secret, username: string) =>
  new TOTP({ issuer: ISSUER, label: username, secret, period: STEP_SECONDS });

const recoveryText = (code: string) => code.toUpperCase().replace(/[^0-9A-Z]/g, "");
const hashOf = (code: string) => hashToken(recoveryText(code));

/** About 78 bits, in groups of four to be read and typed. */
const newRecoveryCode = (): string => randomSigns(ALPHABET, RECOVERY_LENGTH).replace(/(.{4})(?=.)/g, "$1-");

export interface Enrolment {
  /** Base32, for those who can't scan. */
  secret: string;
  otpauth_url: string;
  recovery_codes: string[];
}

/** Keeps a new secret, not in force yet, in place of one that was never confirmed. */
export async function beginEnrolment(
  tx: Tx,
  secrets: SecretBox,
  user: { id: string; username: string },
): Promise<Enrolment> {
  const secret = new Secret({ size: 20 });
  const recovery_codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await tx`delete from otp_factors where "user" = ${user.id}`;
  const factor = { user: user.id, secret_encrypted: secrets.seal(secret.base32, placeOf(user.id)) };
  await tx`insert into otp_factors ${tx(factor)}`;
  const rows = recovery_codes.map((code) => ({ user: user.id, code_hash: hashOf(code) }));
  await tx`insert into otp_recovery_codes ${tx(rows)}`;
  return { secret: secret.base32, otpauth_url: totpOf(secret, user.username).toString(), recovery_codes };
}

async function spendTotp(sql: Sql | Tx, secrets: SecretBox, user: string, token: string): Promise<boolean> {
  const [factor] = await sql<{ secret_encrypted: Uint8Array }[]>`
    select secret_encrypted from otp_factors where "user" = ${user}`;
  if (!factor) return false;
  const now = Date.now();
  const secret = Secret.fromBase32(secrets.open(factor.secret_encrypted, placeOf(user)));
  const delta = totpOf(secret, "").validate({ token, window: WINDOW, timestamp: now });
  if (delta === null) return false;
  const step = Math.floor(now / 1000 / STEP_SECONDS) + delta;
  // Of two who bring the same code at once, one changes the row.
  const used =
    await sql`update otp_factors set last_step = ${step} where "user" = ${user} and last_step < ${step}`;
  return used.count === 1;
}

async function spendRecoveryCode(sql: Sql | Tx, user: string, code: string): Promise<boolean> {
  const used = await sql`update otp_recovery_codes set used_at = now()
    where "user" = ${user} and code_hash = ${hashOf(code)} and used_at is null`;
  return used.count === 1;
}

/** Whether a code fits; it is used up then. */
export function spendCode(
  sql: Sql | Tx,
  secrets: SecretBox,
  user: string,
  otp: string,
  { recovery = true } = {},
): Promise<boolean> {
  const digits = otp.replace(/\s/g, "");
  if (/^\d{6}$/.test(digits)) return spendTotp(sql, secrets, user, digits);
  return recovery ? spendRecoveryCode(sql, user, otp) : Promise.resolve(false);
}

// The bodies of sign-in and of one's own account (contract §2).
import { z } from "zod";
import { secret, text } from "../kernel/field.ts";
import { ONE_SCRIPT } from "../kernel/fields/text.rules.ts";
import { isOfOneScript } from "../kernel/normal/scripts.ts";
import { otp } from "./otp.ts";

/** Accounts in the audit log; they are no resource: a tenant sees its members (staff). */
export const USER = { name: "user", module: "identity" } as const;

const username = text({ required: true, max: 150 });
// What is typed is compared, never validated: a wrong form is a wrong password.
const typedPassword = secret(z.string().min(1).max(200));

/** A new password: length is what counts (NIST SP 800-63B); the server refuses the commonest, too. */
export const newPassword = secret(
  z
    .string()
    .min(8, "At least 8 characters")
    .max(200)
    .regex(/^\P{Cc}*$/u, "Characters that can be typed"),
);
/** A new account's name: no spaces, so that it can be typed anywhere and told apart. */
export const newUsername = z
  .string()
  .trim()
  .min(2)
  .max(150)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}._@+-]*$/u, "Letters, digits and . _ @ + -")
  .refine(isOfOneScript, ONE_SCRIPT);

/** Made once by the device itself, 256 random bits; knowing a device's id is not enough to know it. */
const deviceSecret = z.string().regex(/^[\w-]{43,100}$/, "Not a device's secret");

const credentials = {
  username,
  password: typedPassword,
  /** Lets the holder in while others guess the password: on a device that they signed in on before. */
  device_secret: deviceSecret.nullish(),
  /** Of the second factor, where one is switched on. */
  otp: otp.nullish(),
};

export const loginBody = z.strictObject({
  ...credentials,
  /** A subdomain. */
  tenant: text({ max: 63 }).nullish(),
});
export const superuserLoginBody = z.strictObject(credentials);
export const changePasswordBody = z.strictObject({
  current_password: typedPassword,
  new_password: newPassword,
});

const userAnswer = z.object({
  id: z.string(),
  username: z.string(),
  full_name: z.string(),
  email: z.string().nullable(),
  is_superuser: z.boolean(),
  /** Only where it is so: the token is good for one's own account alone until the one-time password is changed. */
  must_change_password: z.literal(true).optional(),
});
const membershipAnswer = z.object({
  id: z.string().nullable(),
  tenant: z.object({ id: z.string(), name: z.string(), subdomain: z.string() }),
  role: z.object({ id: z.string(), name: z.string() }).nullable(),
  permissions: z.array(z.string()),
});

export const loginAnswer = z.object({
  token: z.string(),
  expires_at: z.iso.datetime({ offset: true }),
  user: userAnswer,
  membership: membershipAnswer,
  /** Only where it is so: the token is good for one's own account alone until a second factor is switched on. */
  otp_enrolment_required: z.literal(true).optional(),
});
export const superuserLoginAnswer = loginAnswer.omit({ membership: true, otp_enrolment_required: true });
export const meAnswer = z.object({
  user: userAnswer.nullable(),
  profile: z
    .object({ id: z.string(), phone: z.string(), designation: z.string(), is_active: z.boolean() })
    .nullable(),
  membership: membershipAnswer.nullable(),
  permissions: z.array(z.string()),
});

export type UserAnswer = z.infer<typeof userAnswer>;
export type LoginBody = z.infer<typeof loginBody>;

// The bodies of the second factor (contract §2).
import { z } from "zod";

/** A code of the authenticator app, or a recovery code. */
export const otp = z.string().trim().min(1).max(40);
const password = z.string().min(1).max(200);

export const enrolOtpBody = z.strictObject({ password });
export const confirmOtpBody = z.strictObject({ otp });
export const endOtpBody = z.strictObject({ password, otp });

export const otpState = z.object({ is_on: z.boolean(), recovery_codes_left: z.int() });

export const otpEnrolment = z.object({
  secret: z.string(),
  otpauth_url: z.string(),
  recovery_codes: z.array(z.string()),
});

// A company may ask everybody for a second factor: who signs in without one switches it on first, then goes on.
import { create } from "zustand";
import { FAILURES } from "../../../shared/kernel/failure.ts";
import type { Client } from "../connection/client.ts";
import { failedWith, LocalFailure } from "../replica/index.ts";

export const OTP_PATH = "/api/v1/auth/otp/";

/** What the authenticator app needs, and the codes that stand in for it; shown this once. */
export interface Enrolment {
  readonly secret: string;
  readonly otpauth_url: string;
  readonly recovery_codes: readonly string[];
}

export interface EnrolmentDuty {
  readonly enrolment: Enrolment;
  /** Switches it on; the sign-in then goes on. @throws LocalFailure of the server, for a wrong code. */
  confirm(otp: string): Promise<void>;
  /** Signs in after all another time. */
  giveUp(): void;
}

/** Whoever is signing in and has to switch a second factor on first. */
export const useEnrolment = create<{ duty: EnrolmentDuty | null }>(() => ({ duty: null }));

/** What the server answers to everything else until a duty is done: shown to people who give up. */
export function refusalOf(code: "OTP_ENROLMENT_REQUIRED" | "PASSWORD_CHANGE_REQUIRED"): LocalFailure {
  const [status, title] = FAILURES[code];
  return new LocalFailure("PROBLEM", title, {
    problem: { type: "about:blank", title, status, detail: title, code },
  });
}

/**
 * Waits until the signed-in person has switched a second factor on.
 * @throws LocalFailure OTP_ENROLMENT_REQUIRED when they give up; the session is ended then.
 */
export async function enrolFirst(client: Client, password: string): Promise<void> {
  const enrolment = (await client.rest("POST", OTP_PATH, { password })) as Enrolment;
  const isOn = await new Promise<boolean>((settle) => {
    const confirm = async (otp: string) => {
      await client.rest("POST", `${OTP_PATH}confirm/`, { otp });
      settle(true);
    };
    useEnrolment.setState({ duty: { enrolment, confirm, giveUp: () => settle(false) } });
  });
  useEnrolment.setState({ duty: null });
  if (isOn) return;
  try {
    await client.rest("POST", "/api/v1/auth/logout/");
  } catch (error) {
    // The session expires, and opens nothing.
    if (!failedWith(error, "OFFLINE", "TIMEOUT", "UNAUTHENTICATED")) throw error;
  }
  throw refusalOf("OTP_ENROLMENT_REQUIRED");
}

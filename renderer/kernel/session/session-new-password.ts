// A one-time password opens nothing but its change: people who sign in with one choose a password, then go on.
import { create } from "zustand";
import type { Client } from "../connection/client.ts";
import { failedWith } from "../replica/index.ts";

export interface NewPasswordDuty {
  readonly username: string;
  /** Sets it; the sign-in then goes on. @throws LocalFailure of the server, for one that it does not take. */
  confirm(next: string): Promise<void>;
  /** Signs in after all another time. */
  giveUp(): void;
}

/** Whoever is signing in with a one-time password. */
export const useNewPassword = create<{ duty: NewPasswordDuty | null }>(() => ({ duty: null }));

/** Answers the new password; null when they gave up, and the session is ended. */
export async function choosePassword(
  client: Client,
  username: string,
  current: string,
): Promise<string | null> {
  const chosen = await new Promise<string | null>((settle) => {
    const confirm = async (next: string) => {
      const body = { current_password: current, new_password: next };
      await client.rest("POST", "/api/v1/auth/change-password/", body);
      settle(next);
    };
    useNewPassword.setState({ duty: { username, confirm, giveUp: () => settle(null) } });
  });
  useNewPassword.setState({ duty: null });
  if (chosen !== null) return chosen;
  try {
    await client.rest("POST", "/api/v1/auth/logout/");
  } catch (error) {
    // The session expires, and opens nothing.
    if (!failedWith(error, "OFFLINE", "TIMEOUT", "UNAUTHENTICATED")) throw error;
  }
  return null;
}

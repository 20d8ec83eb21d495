// Getting in with a password: at the server, or with what this computer knows of the account.
import { type Account, failedWith } from "../../kernel/replica/index.ts";
import { useSession } from "../../kernel/session/session-store.ts";

const SERVER_DECIDES = ["WRONG_PASSWORD", "LOCKED_UNTIL_ONLINE", "ONLINE_NEEDED", "UNKNOWN_ACCOUNT"] as const;

/**
 * Opens a known account. This computer's own check comes first, since it needs no line; where that refuses, the server
 * decides: the password may have been changed elsewhere, or five wrong ones have locked it here.
 * @throws LocalFailure of this computer when the server can't be reached, else the server's.
 */
export async function enterKnown(account: Account, password: string, otp?: string): Promise<void> {
  const { signIn, unlock } = useSession.getState();
  const { server, tenant, username } = account;
  try {
    await unlock(account.id, password);
  } catch (error) {
    if (!failedWith(error, ...SERVER_DECIDES)) throw error;
    try {
      return await signIn({ server, tenant, username, password, ...(otp ? { otp } : {}) });
    } catch (refused) {
      throw failedWith(refused, "OFFLINE", "TIMEOUT") ? error : refused;
    }
  }
}

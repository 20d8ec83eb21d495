// Handing in what the tenant's other accounts left on this computer, by the session that is open now.
import { type Account, failedWith, type OpenReplica, type Vault } from "../replica/index.ts";
import { EXPECTED } from "./session-login.ts";

/** Tries each account of the same tenant in turn; what can't be handed in now stays, and is tried again later. */
export async function handInForOthers(vault: Vault, mine: Account, replica: OpenReplica): Promise<void> {
  for (const { id, server, tenant_id, waiting, database } of await vault.accounts()) {
    if (id === mine.id || waiting === 0) continue;
    if (server !== mine.server || tenant_id !== mine.tenant_id) continue;
    const device = await vault.device(id);
    if (!device) continue;
    try {
      await replica.handInFor({ database, ...device });
    } catch (error) {
      // Among them a device that was revoked: it waits for its own clerk.
      if (!failedWith(error, "PERMISSION", ...EXPECTED)) throw error;
    }
  }
}

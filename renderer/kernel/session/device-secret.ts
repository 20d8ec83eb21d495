// What this computer shows at a sign-in, so that its people still get in while others guess their passwords.
import { failedWith } from "../connection/local-failure.ts";
import { openedVault } from "./session-machine.ts";

const NAME = "sign-in";

function make(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/**
 * 256 random bits, made once and kept under the computer's key; the server keeps only their hash, and takes them only with a
 * right password.
 * @returns null where there is no store that could keep them: then the password alone has to do.
 */
export async function deviceSecret(): Promise<string | null> {
  try {
    return await (await openedVault()).kept(NAME, make);
  } catch (error) {
    if (failedWith(error, "STORE_UNAVAILABLE", "STORE_GONE", "INSECURE_CONTEXT", "DISK")) return null;
    throw error;
  }
}

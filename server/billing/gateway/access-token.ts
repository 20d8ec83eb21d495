// Access tokens of providers' APIs, kept while they are valid: some providers count how often one is asked for.
import { createHash } from "node:crypto";

interface Granted {
  token: string;
  seconds: number;
}

const kept = new Map<string, { token: string; until: number }>();
/** Not used in its last minute: a request takes a while. */
const MARGIN_MS = 60_000;
const MOST = 1_000;

/**
 * Does something with an access token: the kept one, or a new one; once more with a new one where the provider says that the
 * kept one is none any longer.
 * @param of What the token is for: the provider's address and every credential that it hangs on.
 * @param use Answers "EXPIRED" where the provider refuses the token.
 */
export async function withAccessToken<T>(
  of: readonly string[],
  now: Date,
  grant: () => Promise<Granted>,
  use: (token: string) => Promise<T | "EXPIRED">,
): Promise<T | "EXPIRED"> {
  const key = createHash("sha256").update(JSON.stringify(of)).digest("hex");
  const old = kept.get(key);
  if (old && old.until > now.getTime()) {
    const done = await use(old.token);
    if (done !== "EXPIRED") return done;
  }
  const { token, seconds } = await grant();
  if (kept.size >= MOST) kept.clear();
  kept.set(key, { token, until: now.getTime() + seconds * 1_000 - MARGIN_MS });
  return use(token);
}

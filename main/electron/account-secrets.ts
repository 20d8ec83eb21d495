// The computer's half of an account's key: given out only to a proof of the password, with the wrong ones counted here.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { BridgeOutput } from "../../shared/kernel/desktop/desktop-bridge.ts";
import { Failure } from "../../shared/kernel/failure.ts";
import type { AccountSecrets, SecretStore } from "./bridge-procedures.ts";

const MAX_FAILURES = 5;
/** While locked, a proof that the server accepted is looked at this often at most: guessing through it takes for ever. */
const PAUSE_MS = 30_000;

/** As the key store holds it, where no page and no tool can set the count back. */
const entry = z.object({
  secret: z.string(),
  /** SHA-256 of the proof: the proof itself is not kept. */
  proof_hash: z.string(),
  failures: z.number().int(),
  last_failure_ms: z.number(),
});

const hashOf = (proof: string) => createHash("sha256").update(proof).digest("base64");
const same = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** @param now The clock, in ms. */
export function createAccountSecrets(store: SecretStore, now: () => number = Date.now): AccountSecrets {
  // Two tries at once must not read the same count.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined); // the caller gets the error; the next one starts all the same
    return turn;
  };
  const write = (name: string, value: z.infer<typeof entry>) => store.set(name, JSON.stringify(value));

  async function open(name: string, proof: string, online: boolean): Promise<BridgeOutput<"secret.open">> {
    const kept = await store.get(name).catch((error: unknown) => {
      // The key ring is another one: as good as none, and the server decides who gets in.
      if (error instanceof Failure && error.extra.reason === "SECRET_UNREADABLE") return null;
      throw error;
    });
    if (kept === null) return { state: "none" };
    const known = entry.parse(JSON.parse(kept));
    const locked = known.failures >= MAX_FAILURES;
    // A clock that was set back does not shorten the pause.
    const since = Math.abs(now() - known.last_failure_ms);
    if (locked && (!online || since < PAUSE_MS)) return { state: "locked" };
    // Counted before it is looked at: killing the program in between is no way around.
    const failures = known.failures + 1;
    await write(name, { ...known, failures, last_failure_ms: now() });
    if (!same(hashOf(proof), known.proof_hash))
      return failures >= MAX_FAILURES
        ? { state: "locked" }
        : { state: "wrong", tries_left: MAX_FAILURES - failures };
    await write(name, { ...known, failures: 0 });
    return { state: "open", secret: known.secret };
  }

  return {
    /** Makes a new secret that this proof opens, instead of the one before. */
    make: (name: string, proof: string): Promise<string> =>
      inTurn(async () => {
        const secret = randomBytes(32).toString("base64");
        await write(name, { secret, proof_hash: hashOf(proof), failures: 0, last_failure_ms: 0 });
        return secret;
      }),
    open: (name: string, proof: string, online: boolean) => inTurn(() => open(name, proof, online)),
    remove: (name: string): Promise<void> => inTurn(() => store.remove(name)),
  };
}

// Asks DNS itself, past every cache of the machine: a record that was written a minute ago counts.
import { Resolver } from "node:dns/promises";
import { Failure } from "../../../shared/kernel/failure.ts";

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/** There is no such name, or no such record: an answer, not a failure. */
const NOTHING = new Set(["ENOTFOUND", "ENODATA", "NXDOMAIN"]);

/**
 * The TXT records of a name.
 * @param server "address" or "address:port" of the resolver to ask; null: the machine's own.
 * @throws Failure UNAVAILABLE where no resolver answers in time, or none gives an answer.
 */
export async function txtRecords(name: string, server: string | null): Promise<string[]> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (server) resolver.setServers([server]);
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (NOTHING.has(code)) return [];
    if (!code.startsWith("E") || code.startsWith("ERR_")) throw error;
    throw new Failure("UNAVAILABLE", `DNS gave no answer about ${name} (${code}); try again`, {
      extra: { retry_after: 10 },
    });
  }
}

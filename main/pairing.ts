// How a computer in an office is made an agent: the code from the screen is traded for a token, which is kept in a folder.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { pairAnswer } from "../shared/network/pairing.ts";

/** Where an agent works and with what. */
const pairing = z.object({ server: z.url(), token: z.string().min(1) });
export type Pairing = z.infer<typeof pairing>;

const fileIn = (folder: string): string => join(folder, "agent.json");

const PAIR_TIMEOUT_MS = 15_000;

/**
 * @param server such as https://isp.example
 * @throws Error with the server's own words where it refuses the code.
 */
export async function tradeCode(
  server: string,
  code: string,
  name: string,
): Promise<z.infer<typeof pairAnswer>> {
  const answer = await fetch(new URL("/api/v1/agents/pair/", server), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code, name }),
    signal: AbortSignal.timeout(PAIR_TIMEOUT_MS),
    // A code that is led to another server would open that server's door.
    redirect: "error",
  });
  const body: unknown = await answer.json().catch(() => null);
  if (answer.status === 201) return pairAnswer.parse(body);
  const problem = z.object({ detail: z.string() }).safeParse(body);
  throw new Error(problem.success ? problem.data.detail : `the server answers ${answer.status}`);
}

/** Keeps it for the next start, readable by the program's own account alone. */
export async function keepPairing(folder: string, kept: Pairing): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(fileIn(folder), `${JSON.stringify(kept)}\n`, { mode: 0o600 });
}

/**
 * The pairing that was kept; null where there was none.
 * @throws Error where the file can't be read or is none of ours.
 */
export async function keptPairing(folder: string): Promise<Pairing | null> {
  const text = await readFile(fileIn(folder), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  return pairing.parse(JSON.parse(text));
}

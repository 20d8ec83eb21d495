// The id by which the server knows this computer's network agent: made once, kept in a folder of the program's data.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isId, newId } from "../shared/kernel/id.ts";

/** @throws the file system's error when `folder` can be neither read nor written. */
export async function agentId(folder: string): Promise<string> {
  const file = join(folder, "agent-id");
  const kept = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  if (isId(kept.trim())) return kept.trim();
  const id = newId();
  await mkdir(folder, { recursive: true });
  await writeFile(file, `${id}\n`, { mode: 0o600 });
  return id;
}

// The servers that the page may call: kept in a file of the profile, so that the page's content policy can name them.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";

const origins = z.array(z.url());

export interface KnownServers {
  /** Origins, the one that was signed in to first at the front; empty before the first sign-in of this computer. */
  list(): Promise<readonly string[]>;
  /**
   * Takes a server among them: the first one as it is, any other after the person said yes in a dialog of the main process,
   * so that a script in the page can't open a way out. Answers whether it is among them now.
   */
  allow(server: string): Promise<boolean>;
}

/**
 * @param file replaced as a whole, so that a crash leaves the old or the new one
 * @param given a server that this computer was set up with (LASTMILE_SERVER); null: none
 * @param ask asks the person whether the page may call this origin as well
 */
export function createKnownServers(
  file: string,
  given: string | null,
  ask: (origin: string) => Promise<boolean>,
): KnownServers {
  const read = async (): Promise<string[]> => {
    try {
      return origins.parse(JSON.parse(await readFile(file, "utf8")));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw error;
    }
  };
  const list = async () => [...new Set([...(given ? [new URL(given).origin] : []), ...(await read())])];
  return {
    list,
    async allow(server) {
      const { origin } = new URL(server);
      const known = await list();
      if (known.includes(origin)) return true;
      if (known.length > 0 && !(await ask(origin))) return false;
      await mkdir(dirname(file), { recursive: true });
      await writeFile(`${file}.new`, JSON.stringify([...(await read()), origin]), { flush: true });
      await rename(`${file}.new`, file);
      return true;
    },
  };
}

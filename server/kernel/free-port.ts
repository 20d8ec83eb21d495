// Finds a port that no program listens on.
import { createServer } from "node:net";

/** @returns a port of that address of this machine that is free at this moment: `port` itself, unless it is 0; else it fails. */
export function freePort(host = "127.0.0.1", port = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(port, host, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

// The simulated router as python3-librouteros finds it, a RouterOS client that nobody here wrote.
import { execFile, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { demoSecrets } from "../../../main/network/simulators/demo-secrets.ts";
import { startRouterSimulator } from "../../../main/network/simulators/router.ts";

/** Debian's own Python holds Debian's libraries; another one in the path may not. */
const PYTHON = ["/usr/bin/python3", "python3"].find(
  (python) => spawnSync(python, ["-c", "import librouteros"]).status === 0,
);
if (!PYTHON) process.stdout.write("skipped: Debian's python3-librouteros is not installed\n");

test.runIf(PYTHON)(
  "The client python3-librouteros logs in, prints, adds, queries, changes and removes on the simulated router, and meets its traps",
  async () => {
    const router = await startRouterSimulator({ secrets: demoSecrets(300) });
    try {
      const script = fileURLToPath(new URL("router-simulator.py", import.meta.url));
      const { stdout } = await promisify(execFile)(PYTHON ?? "", [script, String(router.port)]);
      expect(JSON.parse(stdout)).toEqual({
        "wrong password": "TrapError",
        identity: expect.any(String),
        printed: 300,
        added: true,
        "read back": ["peer-1", "kept by a peer"],
        duplicate: "failure: secret with the same name already exists",
        disabled: true,
        "either of two": ["peer-1", "user0001"],
        ghost: "no such item",
        removed: [],
      });
      expect(router.secrets()).toHaveLength(300);
    } finally {
      await router.close();
    }
  },
);

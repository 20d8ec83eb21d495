// `npm run test:night [-- runs]`: everything with its large lots, again and again, and at the end what failed and how often.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { countLine } from "./counts.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const RESULTS = `${root}.build/test-results.json`;
const runs = Number(process.argv[2] ?? 1);
const lines: string[] = [];

for (let run = 1; run <= runs; run += 1) {
  const env = { ...process.env, LASTMILE_NIGHT: "1" };
  // By the shell, since npm is a script of its own kind on each system.
  const { status } = spawnSync("npm test", { cwd: root, env, stdio: "inherit", shell: true });
  lines.push(`run ${run}: ${countLine(existsSync(RESULTS) ? readFileSync(RESULTS, "utf8") : undefined)}`);
  if (status !== 0) process.exitCode = 1;
}
for (const line of lines) console.log(line);

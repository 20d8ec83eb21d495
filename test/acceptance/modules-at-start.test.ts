// What a start reads before it answers: each module is a look at the disk, its compiling, and memory.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Tells each file that is read as a module. */
const TELLING = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  const read = [];
  registerHooks({ load: (url, context, next) => (read.push(url), next(url, context)) });
  process.on("exit", () => console.log("READ " + JSON.stringify(read)));
`)}`;

/** The files that `node <script>` has read when it ends. */
async function readBy(script: string, env: Record<string, string>): Promise<string[]> {
  const ended = await promisify(execFile)(process.execPath, ["--import", TELLING, script], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...env },
    maxBuffer: 10_000_000,
  }).catch((error: { stdout: string }) => error);
  const [, list = "[]"] = /^READ (.*)$/m.exec(ended.stdout) ?? [];
  const urls: string[] = JSON.parse(list);
  return urls.filter((url) => url.startsWith("file:"));
}

test("Reading the server reads nothing of what sets documents and writes mails", async () => {
  const read = await readBy("server/server.ts", {});
  expect(read.length).toBeGreaterThan(500);
  expect(read.length).toBeLessThan(1_300);
  const late = /node_modules\/(pdf-lib|@pdf-lib|harfbuzzjs|nodemailer|pako)\//;
  expect(read.filter((url) => late.test(url))).toEqual([]);
});

test("A start looks for its database before it reads the server, and the first of several processes never reads it", async () => {
  const read = await readBy("server/start.js", { LASTMILE_PORT: "none" });
  expect(read.some((url) => url.endsWith("/server/find-database.ts"))).toBe(true);
  expect(read.some((url) => url.endsWith("/server/workers.ts"))).toBe(true);
  expect(read.filter((url) => url.endsWith("/server/server.ts"))).toEqual([]);
  expect(read.length).toBeLessThan(200);
});

// `npm start` that somebody gives up while it starts.
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startProgram } from "../helpers/process/program.ts";

test("Whoever stops npm start while it is still starting leaves no server and no database running", async () => {
  const LASTMILE_DATA_DIR = await mkdtemp(join(tmpdir(), "lastmile-demo-"));
  onTestFinished(() => rm(LASTMILE_DATA_DIR, { recursive: true, force: true }));
  const env = { LASTMILE_DATA_DIR, LASTMILE_PORT: "0", LASTMILE_METRICS_PORT: "0", DISPLAY: "" };
  const demo = startProgram("main/start-demo.js", env);
  await demo.says(/Simulated MikroTik router/);
  const pid_file = join(LASTMILE_DATA_DIR, "postgres", "postmaster.pid");
  await expect.poll(() => existsSync(pid_file)).toBe(true);
  // It has ended when all that it started has: they write where it does.
  expect(await demo.stop(), demo.output()).toBe(0);
  expect(demo.output()).toContain("Stopping…");
  expect(demo.output()).not.toContain("Server on");
  expect(existsSync(pid_file)).toBe(false);
});

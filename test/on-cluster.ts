// `npm run test:cluster`: the server's tests against a real cluster, where PostgreSQL with Citus is installed. Arguments are
// given on to vitest: the files to run, say.
import { execFile, spawn } from "node:child_process";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** @throws Error when the installation lacks the extension. */
async function requireCitus(bin: string): Promise<void> {
  const { stdout } = await promisify(execFile)(join(bin, "pg_config"), ["--pkglibdir"]);
  await access(join(stdout.trim(), "citus.so"));
}

const bin = process.env.LASTMILE_CITUS_BIN;
if (bin) {
  await requireCitus(bin);
  const options = ["--config", "test/architecture/vitest.config.ts", "--project", "server"];
  const tests = spawn("vitest", ["run", ...options, ...process.argv.slice(2)], {
    stdio: "inherit",
    env: { ...process.env, LASTMILE_TEST_CLUSTER: bin },
  });
  tests.on("exit", (code) => process.exit(code ?? 1));
} else {
  console.log("Skipped: LASTMILE_CITUS_BIN does not name the programs of a PostgreSQL that has Citus");
}

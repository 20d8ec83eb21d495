// Contract §6: a program does not start on a database whose schema is newer than itself, and one that runs says that it is behind.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openPool } from "../../../server/kernel/db/db.ts";
import { migrate } from "../../../server/kernel/db/migrate.ts";
import { startEmbeddedPostgres } from "../../../server/kernel/postgres/embedded-postgres.ts";
import { freshDatabase } from "../../helpers/postgres.ts";
import { startProgram } from "../../helpers/process/program.ts";
import { startTestServer } from "../../helpers/server.ts";

const NEWER = "9999-a-later-version.sql";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (let close = closers.pop(); close; close = closers.pop()) await close();
});

async function directory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "lastmile-newer-"));
  closers.push(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** What a newer version leaves behind, whatever else it changed. */
async function bringFurther(url: string): Promise<void> {
  const sql = openPool(url, null, 1);
  await sql`insert into migrations (name) values (${NEWER})`;
  await sql.end();
}

/** Exit code 2 and one line. */
async function refusal(env: Record<string, string>): Promise<string> {
  const program = startProgram("server/start.js", { LASTMILE_PORT: "0", ...env });
  closers.push(() => program.stop());
  expect(await program.ended, program.output()).toBe(2);
  const lines = program.output().trimEnd().split("\n");
  expect(lines, program.output()).toHaveLength(1);
  return lines[0] ?? "";
}

describe("a database that a newer version has been at", () => {
  it("A database that a newer version has been at stops the start with exit code 2 and one line, of one process and of several, and is not touched", async () => {
    const database = await freshDatabase();
    closers.push(() => database.drop());
    const sql = openPool(database.url, null, 1);
    closers.push(() => sql.end());
    // As if this version had something to apply as well: not even that is begun.
    await sql`delete from migrations where name like '0054-%'`;
    await bringFurther(database.url);
    const place = { LASTMILE_DATABASE_URL: database.url, LASTMILE_DATA_DIR: await directory() };
    for (const workers of ["1", "2"]) {
      const line = await refusal({ ...place, LASTMILE_WORKERS: workers });
      expect(line).toMatch(/^LASTMILE_DATABASE_URL: .*newer version/);
      expect(line).toContain(NEWER);
    }
    expect(await sql`select from migrations where name like '0054-%'`).toHaveLength(0);
  });

  it("A database that a newer version has been at is named by the data directory where it lies there", async () => {
    const data_dir = await directory();
    const embedded = await startEmbeddedPostgres(data_dir, { onRevived: () => {}, onGone: console.error });
    await migrate(embedded.url);
    await bringFurther(embedded.url);
    await embedded.stop();
    const line = await refusal({ LASTMILE_DATA_DIR: data_dir, LASTMILE_DATABASE_URL: "" });
    expect(line).toMatch(/^LASTMILE_DATA_DIR: .*newer version/);
  });

  it("A database that a newer version brings further under a server that runs makes it unfit, in words", async () => {
    const server = await startTestServer();
    closers.push(() => server.stop());
    const ready = () => fetch(`${server.url}/readyz`);
    expect((await ready()).status).toBe(200);
    await bringFurther(server.database_url);
    const refused = await ready();
    expect([refused.status, (await refused.json()).detail]).toEqual([
      503,
      "The database is newer than this program",
    ]);
  });
});

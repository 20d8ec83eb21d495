// Two real PostgreSQL: a primary, and its standby, which confirms every commit before it is answered where that is wanted.
import { chown, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { freePort } from "../../../server/kernel/free-port.ts";
import { binaries, execute, type RunAs, runAs } from "../../../server/kernel/postgres/postgres-programs.ts";
import { eventually } from "../process/wait.ts";

const OWNER = "lastmile_owner";

export interface Pair {
  primary: PostgresNode;
  standby: PostgresNode;
  remove(): Promise<void>;
}

export class PostgresNode {
  readonly #pgCtl: string;
  readonly #as: RunAs;
  readonly directory: string;
  readonly port: number;

  constructor(pgCtl: string, as: RunAs, directory: string, port: number) {
    this.#pgCtl = pgCtl;
    this.#as = as;
    this.directory = directory;
    this.port = port;
  }

  #control(...command: string[]): Promise<unknown> {
    return execute(this.#as, this.#pgCtl, ...command, "-D", this.directory);
  }

  async start(): Promise<void> {
    const settings = `-p ${this.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200`;
    await this.#control("start", "-w", "-l", join(this.directory, "server.log"), "-o", settings);
  }

  /** "fast" ends it in order; "immediate" as a power cut does. */
  async stop(how: "fast" | "immediate"): Promise<void> {
    await this.#control("stop", "-w", "-m", how);
  }

  /** From now on it is the one that is written to. */
  async promote(): Promise<void> {
    await this.#control("promote", "-w");
  }

  url(port = this.port): string {
    return `postgresql://${OWNER}:unused@127.0.0.1:${port}/postgres`;
  }

  open(): Sql {
    return openPool(this.url(), null, 2);
  }
}

/**
 * Starts both; resolves when the standby follows.
 * @param commits whether a commit is answered only once the standby holds it: then it must be there.
 */
export async function startPair(commits: "ON BOTH" | "ON THE PRIMARY" = "ON BOTH"): Promise<Pair> {
  const root = await mkdtemp(join(tmpdir(), "lastmile-pair-"));
  const { initdb, pg_ctl } = await binaries();
  const as = await runAs(root, pg_ctl);
  const hand = async (directory: string) => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    if (as.uid !== undefined) await chown(directory, as.uid, as.gid ?? as.uid);
  };
  if (as.uid !== undefined) await chown(root, as.uid, as.gid ?? as.uid);
  const node = async (name: string) => {
    await hand(join(root, name));
    return new PostgresNode(pg_ctl, as, join(root, name), await freePort());
  };
  const [primary, standby] = [await node("primary"), await node("standby")];
  const options = [`--username=${OWNER}`, "--auth=trust", "--encoding=UTF8", "--locale=C"];
  await execute(as, initdb, `--pgdata=${primary.directory}`, ...options);
  // Never started, it is the same at rest: its copy follows it from the first record on.
  await cp(primary.directory, standby.directory, { recursive: true, preserveTimestamps: true });
  await writeFile(join(standby.directory, "standby.signal"), "");
  await writeFile(
    join(standby.directory, "postgresql.auto.conf"),
    `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=${OWNER} application_name=standby'\n`,
  );
  if (as.uid !== undefined)
    await execute({ prefix: [] }, "chown", "-R", `${as.uid}:${as.gid}`, standby.directory);
  await primary.start();
  await standby.start();
  const sql = primary.open();
  const isFollowed = async () =>
    (await sql`select 1 from pg_stat_replication where state = 'streaming'`).length === 1;
  await eventually(isFollowed);
  if (commits === "ON BOTH") {
    await sql`alter system set synchronous_standby_names = 'standby'`;
    await sql`select pg_reload_conf()`;
  }
  await sql.end();
  return {
    primary,
    standby,
    remove: async () => {
      for (const each of [primary, standby]) await each.stop("immediate").catch(() => "it has ended already");
      await rm(root, { recursive: true, force: true });
    },
  };
}

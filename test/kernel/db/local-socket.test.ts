// How the database on this machine is reached: through its socket in a folder, and over TCP where there is none.
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPool } from "../../../server/kernel/db/db.ts";
import { localSocket } from "../../../server/kernel/db/sockets.ts";
import { onOnePostgres } from "../../helpers/database/cluster.ts";
import { freshDatabase } from "../../helpers/postgres.ts";

let database: { url: string; drop(): Promise<void> };

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** The address that PostgreSQL sees of a client; null: it came through the socket. */
async function cameFrom(url: string): Promise<string | null> {
  const sql = openPool(url, null, 1);
  const [row] = await sql<{ address: string | null }[]>`select host(inet_client_addr()) as address`;
  await sql.end();
  return row?.address ?? null;
}

const inFolder = (folder: string) => {
  const url = new URL(database.url);
  url.searchParams.set("host", folder);
  return url.href;
};

it("An address without a folder is used as it is; with one it names the socket of its port", () => {
  const plain = "postgresql://a:b@127.0.0.1:5433/books?application_name=x";
  expect(localSocket(plain)).toEqual({ tcp_url: plain, socket: null });
  expect(localSocket("postgresql://a:b@127.0.0.1:5433/books?host=%2Frun%2Fpg")).toEqual({
    tcp_url: "postgresql://a:b@127.0.0.1:5433/books",
    socket: "/run/pg/.s.PGSQL.5433",
  });
  expect(localSocket("postgresql://a:b@db/books?host=/run/pg").socket).toBe("/run/pg/.s.PGSQL.5432");
});

if (process.platform !== "win32")
  onOnePostgres(it, "Nodes of a cluster are reached over TCP.")(
    "The embedded PostgreSQL is reached through its socket, and over TCP where that is gone",
    async () => {
      expect(new URL(database.url).searchParams.get("host")).toMatch(/^\//);
      expect(await cameFrom(database.url)).toBe(null);
      expect(await cameFrom(inFolder("/nowhere"))).toBe("127.0.0.1");
    },
  );

// Who in the server may open a connection: whatever goes where a company says goes by the guard (server/kernel/outgoing).
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { project } from "../../helpers/build.ts";

/** What opens connections, or resolves names. */
const OPENERS =
  /from "(?:node:)?(?:net|tls|http|https|http2|dns|dns\/promises|dgram|child_process|undici|nodemailer[^"]*|smtp[^"]*)"|\bfetch\(|\bnew (?:WebSocket|EventSource)\(/;

/** Who uses it for something else than a connection at a company's word, or by the guard, and what for. */
const KNOWN: Readonly<Record<string, string>> = {
  "server/kernel/outgoing/call.ts": "guarded",
  "server/kernel/mail/deliver.ts": "guarded, but for the installation's own mail server",
  "server/kernel/outgoing/guard.ts": "the guard",
  "server/identity/domain/dns.ts": "asks the installation's resolver, and hears what is public",
  "server/config.ts": "checks an address's form",
  "server/config-http.ts": "checks addresses' form",
  "server/kernel/db/sockets.ts": "the database",
  "server/kernel/free-port.ts": "listens on this machine",
  "server/kernel/http/health.ts":
    "listens for figures, and adds up those of the other processes of this machine",
  "server/kernel/http/door/unreadable.ts": "says the names of statuses",
  "server/server.ts": "knows its own listener by its class",
  "server/kernel/http/tls.ts": "reads certificates",
  "server/kernel/postgres/embedded-postgres.ts": "the embedded database",
  "server/kernel/postgres/postgres-programs.ts": "runs PostgreSQL's programs",
  "server/kernel/postgres/postmaster.ts": "runs PostgreSQL's programs",
  "server/docs/record-demo.ts": "a program for developers, which asks a server of its own",
};

const withoutTypes = (source: string) => source.replace(/^import type [^;]+;/gm, "");

test("Nothing in the server opens connections but what is listed here, with the reason", () => {
  const files = globSync("server/**/*.ts", { cwd: project }).filter((file) =>
    OPENERS.test(withoutTypes(readFileSync(join(project, file), "utf8"))),
  );
  expect(files.sort()).toEqual(Object.keys(KNOWN).sort());
});

test("What goes where a company says asks the guard", () => {
  for (const [file, why] of Object.entries(KNOWN).filter(([, reason]) => reason.startsWith("guarded"))) {
    const source = readFileSync(join(project, file), "utf8");
    expect([/guard\.lookup/.test(source), /guard\.isRefused/.test(source)], `${file}: ${why}`).toEqual([
      true,
      true,
    ]);
  }
});

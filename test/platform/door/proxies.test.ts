// The files for proxies and for systemd in docs/operating.md, as the programs themselves read them, where they are installed.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { canMakeCertificates, makeCertificate } from "../../helpers/certificate.ts";

const run = promisify(execFile);
const book = await readFile(new URL("../../../docs/operating.md", import.meta.url), "utf8");

/** The first block of the page that begins so, without its fences. */
function block(begin: string): string {
  const found = book.split("```").find((part, index) => index % 2 === 1 && part.includes(begin));
  if (!found) throw new Error(`docs/operating.md has no block with ${begin}`);
  return found.slice(found.indexOf("\n") + 1);
}

const isHere = (program: string, ...args: string[]) =>
  run(program, args).then(
    () => true,
    () => false,
  );
const [hasNginx, hasCaddy, hasAnalyze] = await Promise.all([
  isHere("nginx", "-v"),
  isHere("caddy", "version"),
  isHere("systemd-analyze", "--version"),
]);

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lastmile-proxies-"));
});
afterAll(() => rm(folder, { recursive: true }));

it("The files for proxies take a body as large as the server does, and hand event streams on as they come", () => {
  for (const text of [block("reverse_proxy"), block("proxy_pass")]) {
    expect(text).toMatch(/\b17MB?\b/i);
    expect(text).toMatch(/flush_interval -1|proxy_buffering off/);
  }
});

it.runIf(hasNginx && canMakeCertificates)("The real nginx takes its file as it stands", async () => {
  const { cert, key } = makeCertificate(folder);
  const server = block("proxy_pass")
    .replace("/etc/lastmile/fullchain.pem", cert)
    .replace("/etc/lastmile/privkey.pem", key)
    .replace("listen 443", "listen 127.0.0.1:8443");
  const path = join(folder, "nginx.conf");
  await writeFile(
    path,
    `pid ${folder}/pid; error_log stderr; events {} http { access_log off; client_body_temp_path ${folder}/b; ${server} }`,
  );
  const { stderr } = await run("nginx", ["-t", "-q", "-c", path, "-p", folder]);
  expect(stderr).not.toMatch(/emerg|unknown directive/);
});

it.runIf(hasCaddy)("The real Caddy takes its file as it stands", async () => {
  const path = join(folder, "Caddyfile");
  await writeFile(path, block("reverse_proxy"));
  const { stdout } = await run("caddy", ["adapt", "--adapter", "caddyfile", "--config", path]);
  expect(JSON.stringify(JSON.parse(stdout))).toContain('"max_size":17000000');
});

it.runIf(hasAnalyze)("The real systemd takes the unit as it stands", async () => {
  const path = join(folder, "lastmile.service");
  await writeFile(path, block("ExecStart=/opt/lastmile").replace(/^ExecStart=.*$/m, "ExecStart=/bin/true"));
  const { stderr } = await run("systemd-analyze", ["verify", path]).catch(
    (error: { stderr: string }) => error,
  );
  expect(stderr).not.toMatch(/Unknown|Failed to parse/);
});

// The guide for integrators: its code is run, and prints what stands under it; the Postman collection asks for all that there is.
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { postmanCollection } from "../../server/docs/postman-collection.ts";
import { apiRoutes, nameOf } from "../helpers/api-routes.ts";
import { LIMITS } from "../helpers/config.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(new URL(`../../docs/${path}`, import.meta.url), "utf8");

interface Block {
  language: string;
  code: string;
  /** What the guide says that it prints; empty where it says nothing. */
  output: string;
}

/** The guide's pieces of code, each with the output that stands right under it. */
function blocksOf(guide: string): Block[] {
  const found = guide.matchAll(/^```(sh|ts)\n([\s\S]*?)^```$(?:\n\n```text\n([\s\S]*?)^```$)?/gm);
  return [...found].map(([, language = "", code = "", output = ""]) => ({ language, code, output }));
}

const blocks = blocksOf(read("api-guide.md"));
const LINE = "-- next block --";

let server: TestServer;
let folder: string;

beforeAll(async () => {
  // The limits that the guide speaks of.
  const limits = { ...LIMITS, requests_per_minute: 1_200, logins_per_minute: 10 };
  server = await startTestServer({ limits });
  folder = mkdtempSync(join(tmpdir(), "lastmile-guide-"));
  const superuser = await server.superuser();
  const admin = { username: "admin", password: "admin-demo" };
  const made = await superuser.post("/tenants/", { name: "Demo", subdomain: "demo", admin });
  expect(made.status).toBe(201);
  const owner = await server.signIn(admin.username, admin.password, "demo");
  await owner.patch("/settings/", { currency: "BDT", timezone: "Asia/Dhaka" });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server.stop();
});

const blocksIn = (language: string) => blocks.filter((block) => block.language === language);

/** All blocks of a language as one program in a file, which prints a line of its own after each. */
function writeProgram(language: string, name: string, print: string): string {
  const file = join(folder, name);
  const codes = blocksIn(language).map(({ code }) => code);
  expect(codes.length).toBeGreaterThan(5);
  writeFileSync(file, codes.join(`\n${print}\n`));
  return file;
}

/** What each block prints. */
async function run(program: string, args: readonly string[]): Promise<string[]> {
  const env = { ...process.env, HOST: server.url };
  const { stdout, stderr } = await promisify(execFile)(program, args, { env, timeout: 50_000 });
  expect(stderr).toBe("");
  return stdout.split(`${LINE}\n`);
}

const outputs = (language: string) => blocksIn(language).map(({ output }) => output);

const has = (program: string) => spawnSync(program, ["--version"]).error === undefined;

it.skipIf(!["bash", "curl", "jq", "openssl"].every(has))(
  "The guide's shell commands print what the guide says (skipped where bash, curl, jq or openssl is missing)",
  async () => {
    const file = writeProgram("sh", "guide.sh", `echo "${LINE}"`);
    expect(await run("bash", ["-euo", "pipefail", file])).toEqual(outputs("sh"));
  },
);

it("The guide's TypeScript compiles under strict rules, and prints what the guide says", async () => {
  const file = writeProgram("ts", "guide.mts", `console.log("${LINE}");`);
  const types = ["--types", "node", "--typeRoots", join(root, "node_modules/@types")];
  const rules = ["--noEmit", "--strict", "--noUncheckedIndexedAccess", "--ignoreConfig", "--skipLibCheck"];
  const target = ["--target", "esnext", "--module", "nodenext", "--erasableSyntaxOnly"];
  const tsc = spawnSync(join(root, "node_modules/.bin/tsc"), [...rules, ...target, ...types, file]);
  expect(String(tsc.stdout)).toBe("");
  expect(tsc.status).toBe(0);
  expect(await run(process.execPath, [file])).toEqual(outputs("ts"));
});

interface Item {
  request: { method: string; url: { raw: string } };
}

it("The Postman collection has each route of the document, and none besides", async () => {
  const { item: folders } = JSON.parse(postmanCollection()) as { item: { item: Item[] }[] };
  const asked = folders.flatMap(({ item }) =>
    item.map(({ request: { method, url } }) => {
      const path = url.raw.replace("{{host}}/api/v1", "").replace(/:(\w+)/g, "{$1}");
      return `${method} ${path}`;
    }),
  );
  const paths = asked.map((one) => one.split("?")[0]);
  expect([...new Set(paths)].sort()).toEqual((await apiRoutes(server)).map(nameOf).sort());
});

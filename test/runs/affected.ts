// What a change affects: the tests that `npm run test:changed` runs, nearest first, and no more than a minute holds.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { folders, importsOf } from "../architecture/cruise.ts";

/** Where everything comes together: what is reached only through these is reached by every change. */
const ASSEMBLY = /^(server\/(server|areas)|server\/demo\/.*|shared\/resources|renderer\/[a-z-]+)\.tsx?$/;
const isTest = (file: string) => /\.test\.tsx?$/.test(file);
const inBrowser = (file: string) => file.startsWith("test/e2e/");

type Importers = ReadonlyMap<string, ReadonlySet<string>>;
const read = new Map<string, Importers>();

/** By file: who imports it. Read once: it takes seconds. */
function importersOf(root: string): Importers {
  const known = read.get(root);
  if (known) return known;
  const importers = new Map<string, Set<string>>();
  read.set(root, importers);
  for (const file of globSync(`{${folders.join(",")}}/**/*.{ts,tsx}`, { cwd: root })) {
    for (const name of importsOf(file, readFileSync(join(root, file), "utf8"))) {
      if (!name.startsWith(".")) continue;
      const target = relative(root, resolve(root, dirname(file), name.replace(/\?.*$/, "")));
      importers.set(target, (importers.get(target) ?? new Set()).add(file));
    }
  }
  return importers;
}

/** The tests that stand where a source stands: of its room; of its area, and with a kernel the sweeps and the main story. */
function beside(tests: readonly string[], changed: string): { room: string[]; area: string[] } {
  const [layer = "", area = "", inner = ""] = dirname(changed).split("/");
  const within = (folder: string) => tests.filter((file) => file.startsWith(`test/${folder}/`));
  if (layer === "test") return { room: [], area: [] };
  if (layer === "server" && area === "migrations")
    return { room: [], area: tests.filter((file) => !inBrowser(file)) };
  const screens = layer === "renderer" ? [...within(`renderer/${area}`), ...within(`e2e/${area}`)] : [];
  const sweeps = area === "kernel" ? [...within("sweeps"), "test/e2e/story.test.ts"] : [];
  return {
    room: inner === "" ? [] : within(`${area}/${inner}`),
    area: [...screens, ...sweeps, ...within(area), ...within(`acceptance/${area}`)],
  };
}

/**
 * The test files that a change of these files may turn red, nearest first: the changed tests and the pure rules that the
 * graph of imports leads back to (not through where everything comes together), the tests of the same room, the others
 * that the graph leads to, those of the same area; the browser's last.
 * @param changed paths from `root`
 */
export function affectedTests(root: string, changed: readonly string[]): string[] {
  const importers = importersOf(root);
  const reached = new Set(changed);
  for (const file of reached) {
    if (ASSEMBLY.test(file) && !changed.includes(file)) continue;
    for (const importer of importers.get(file) ?? []) reached.add(importer);
  }
  const tests = globSync("test/**/*.test.{ts,tsx}", { cwd: root }).sort();
  const places = changed.map((file) => beside(tests, file));
  const all = new Set([
    ...changed.filter(isTest),
    ...[...reached].filter((file) => /\.rules\.test/.test(file)),
    ...places.flatMap(({ room }) => room),
    ...[...reached].filter(isTest),
    ...places.flatMap(({ area }) => area),
  ]);
  return [...[...all].filter((file) => !inBrowser(file)), ...[...all].filter(inBrowser)];
}

const report = z.object({
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
});

/** How long each test file took when all ran last, in seconds; a guess of what was never run. */
function secondsOf(root: string): (file: string) => number {
  const path = join(root, ".build/test-results.json");
  const ran = existsSync(path) ? report.parse(JSON.parse(readFileSync(path, "utf8"))).testResults : [];
  const known = new Map(
    ran.map((file) => [relative(root, file.name), (file.endTime - file.startTime) / 1000]),
  );
  return (file) => known.get(file) ?? (inBrowser(file) ? 30 : /\.rules\.test/.test(file) ? 0.5 : 4);
}

/** What differs from `base`, committed or not, files that git does not know yet too. */
function changedSince(root: string, base: string): string[] {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n");
  const all = [
    ...git("diff", "--name-only", "--relative", base),
    ...git("ls-files", "--others", "--exclude-standard"),
  ];
  return [...new Set(all)].filter((file) => file !== "" && existsSync(join(root, file)));
}

/** Of files beside each other: what three of them at once do in three quarters of a minute. */
const BUDGET_SECONDS = 110;

if (import.meta.main) {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const [base = "HEAD"] = process.argv.slice(2);
  const affected = affectedTests(root, changedSince(root, base));
  const seconds = secondsOf(root);
  let left = BUDGET_SECONDS;
  const chosen = affected.filter((file) => {
    left -= seconds(file);
    return left >= 0;
  });
  const args = [
    "run",
    "--config",
    "test/architecture/vitest.config.ts",
    "--outputFile.json=.build/changed-results.json",
  ];
  console.log(
    `${chosen.length} of ${affected.length} test files that this change may concern; npm test runs all`,
  );
  if (chosen.length === 0) process.exit();
  process.exitCode = spawnSync("vitest", [...args, ...chosen], { cwd: root, stdio: "inherit" }).status ?? 1;
}

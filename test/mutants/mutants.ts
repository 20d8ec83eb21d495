// `npm run test:mutants [-- --seconds 60] [id…]`: plants each mistake of planted.ts by itself in a copy of HEAD, and tells which test finds it.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { project } from "../helpers/build.ts";
import { affectedTests } from "../runs/affected.ts";
import type { Mutant } from "./mutant.ts";
import { PLANTED } from "./planted.ts";
import { clearScratch, endRunning, type Failed, run, runTests } from "./run-tests.ts";
import { openWorktree, type Worktree } from "./worktree.ts";

/** So long the tests of one mistake may take, in seconds. */
const LIMIT = "240";
/** So many files are run at once; the nearest come first. */
const GROUP = 6;
const BUILD_MS = 600_000;

interface Row {
  mutant: Mutant;
  found: Failed | "build" | "nothing" | "late";
  seconds: number;
}

const known = PLANTED.map(({ id }) => id);
const { values, positionals: asked } = parseArgs({
  options: { seconds: { type: "string", default: LIMIT } },
  allowPositionals: true,
});
const limit_ms = Number(values.seconds) * 1_000;
const unknown = asked.filter((id) => !known.includes(id));
if (unknown.length > 0) {
  console.error(`There is no mutant ${unknown.join(", ")}; there are: ${known.join(", ")}`);
  process.exit(2);
}
const wanted = PLANTED.filter(({ id }) => asked.length === 0 || asked.includes(id));

/** What the browser is given is built before its tests: with the mistake in it where it is one of the renderer's. */
class Build {
  #of: Mutant | "none" | null = null;

  /** @returns false: it can't be built. */
  async madeFor(tree: Worktree, files: readonly string[], mutant: Mutant | null): Promise<boolean> {
    if (!files.some((file) => file.startsWith("test/e2e/"))) return true;
    const isIn = mutant !== null && /^(renderer|shared)\//.test(mutant.file);
    const wish = isIn ? mutant : "none";
    if (this.#of === wish) return true;
    this.#of = null;
    const code = await run(tree.root, "vite/bin/vite.js", ["build", "renderer"], BUILD_MS);
    if (code === 0) this.#of = wish;
    return code === 0;
  }
}

const build = new Build();

function groupsFor(tree: Worktree, { file, near = [] }: Mutant): string[][] {
  const others = affectedTests(tree.root, [file]).filter((test) => !near.includes(test));
  const groups = near.length > 0 ? [[...near]] : [];
  for (let at = 0; at < others.length; at += GROUP) groups.push(others.slice(at, at + GROUP));
  return groups;
}

/** Tries the tests of a planted mistake, the nearest first. */
async function findBy(tree: Worktree, mutant: Mutant): Promise<Row["found"]> {
  let left = limit_ms;
  for (const files of groupsFor(tree, mutant)) {
    if (!(await build.madeFor(tree, files, mutant))) return "build";
    const started = performance.now();
    const outcome = await runTests(tree.root, files, { ms: left });
    left -= performance.now() - started;
    if (typeof outcome !== "string") return outcome[0] ?? "nothing";
    if (outcome === "late" || left <= 0) return "late";
  }
  return "nothing";
}

const seconds = (since: number) => Math.round((performance.now() - since) / 1_000);
const FOUND_BY = {
  build: "`npm run build`",
  nothing: "**not found**",
  late: `**not found in ${values.seconds} s**`,
};
const cell = (text: string) => text.replaceAll("|", "\\|");

function lineOf({ mutant: { id, kind, file }, found, seconds }: Row): string {
  const by =
    typeof found === "string"
      ? FOUND_BY[found]
      : `${found.file} › ${found.name ?? `(${found.message.slice(0, 120)})`}`;
  return `| ${id} | ${kind} | ${file} | ${cell(by)} | ${seconds} |`;
}

/** What fails without its mistake too found nothing: it is red by itself. */
async function withoutLuck(tree: Worktree, rows: readonly Row[]): Promise<readonly Row[]> {
  const found = rows.flatMap((row) => (typeof row.found === "string" ? [] : [row.found]));
  const names = [...new Set(found.flatMap(({ name }) => (name === null ? [] : [name])))];
  const files = [...new Set(found.map(({ file }) => file))];
  if (files.length === 0) return rows;
  await build.madeFor(tree, files, null);
  const outcome = await runTests(tree.root, files, { ms: 3 * BUILD_MS, all: true, names });
  if (outcome === "passed") return rows;
  if (outcome === "late") throw new Error("The tests without mistakes did not end");
  return rows.map((row) => {
    const { found } = row;
    if (typeof found === "string") return row;
    const isRed = outcome.some(({ file, name }) => file === found.file && name === found.name);
    if (isRed) console.error(`${found.file} › ${found.name} fails without ${row.mutant.id} too`);
    return isRed ? { ...row, found: "nothing" as const } : row;
  });
}

const started = performance.now();
const tree = openWorktree();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, async () => {
    endRunning("SIGKILL");
    await clearScratch();
    tree.remove();
    process.exit(1);
  });
try {
  // All places are looked for before the first test is run.
  for (const mutant of wanted) tree.plant(mutant)();
  const head = ["| id | kind | file | found by | seconds |", "|---|---|---|---|---|"];
  console.info(head.join("\n"));
  const rows: Row[] = [];
  for (const mutant of wanted) {
    const since = performance.now();
    const takeOut = tree.plant(mutant);
    const found = await findBy(tree, mutant);
    takeOut();
    const row = { mutant, found, seconds: seconds(since) };
    rows.push(row);
    console.info(lineOf(row));
  }
  const judged = await withoutLuck(tree, rows);
  const many = judged.filter(({ found }) => found !== "nothing" && found !== "late").length;
  const last = `${many} of ${judged.length} found`;
  mkdirSync(join(project, ".build"), { recursive: true });
  writeFileSync(
    join(project, ".build/mutants.md"),
    `${[...head, ...judged.map(lineOf), "", last].join("\n")}\n`,
  );
  console.info(`\n${last} (${seconds(started)} s)`);
  if (many < judged.length) process.exitCode = 1;
} finally {
  tree.remove();
}

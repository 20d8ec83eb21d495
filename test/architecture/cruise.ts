// Checks dependencies.ts. dependency-cruiser cannot read TypeScript 7, so each file's imports are taken with the
// parser that Vite brings and laid out as a tree of plain import lists, which it can read.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { cruise } from "dependency-cruiser";
import { parseSync } from "vite";
import { ruleSet } from "./dependencies.ts";

export const folders = ["shared", "server", "main", "renderer", "test"];

/** The modules that a TypeScript source names, type-only and `import("…")` ones included. */
export function importsOf(file: string, source: string): string[] {
  const parsed = parseSync(file, source);
  const broken = parsed.errors.find((problem) => problem.severity === "Error");
  if (broken) throw new Error(`${file} cannot be parsed: ${broken.message}`);
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const child of node) visit(child);
    else if (node !== null && typeof node === "object") {
      const { source: from } = node as { source?: { value?: unknown } };
      if (from && typeof from.value === "string") found.add(from.value);
      for (const child of Object.values(node)) visit(child);
    }
  };
  visit(parsed.program);
  return [...found];
}

/** Writes one `<file>.js` of bare imports per source file of `root` into `mirror`; returns how many. */
function layOut(root: string, mirror: string): number {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
  const written = new Map<string, string>();
  for (const file of files) {
    const targets = importsOf(file, readFileSync(join(root, file), "utf8"))
      .filter((name) => name.startsWith("."))
      .map((name) => relative(root, resolve(root, dirname(file), name.replace(/\?.*$/, ""))));
    for (const target of targets) if (!written.has(target)) written.set(target, "");
    const lines = targets.map((target) => {
      const path = relative(dirname(file), target);
      return `import ${JSON.stringify(`${path.startsWith(".") ? path : `./${path}`}.js`)};\n`;
    });
    written.set(file, lines.join(""));
  }
  for (const [file, text] of written) {
    mkdirSync(join(mirror, dirname(file)), { recursive: true });
    writeFileSync(join(mirror, `${file}.js`), text);
  }
  return files.length;
}

/**
 * Every broken rule under `root`, as `rule: from → to` with the reason; and how many files were read.
 * @example (await findViolations(".")).violations
 */
export async function findViolations(root: string): Promise<{ files: number; violations: string[] }> {
  const mirror = mkdtempSync(join(tmpdir(), "lastmile-imports-"));
  try {
    const files = layOut(root, mirror);
    const result = await cruise(
      folders.filter((folder) => readdirSync(mirror).includes(folder)),
      { baseDir: mirror, ruleSet, validate: true },
    );
    if (typeof result.output === "string")
      throw new Error("dependency-cruiser gave text in place of a report");
    const { violations } = result.output.summary;
    const named = (path: string) => path.replace(/\.js$/, "");
    return {
      files,
      violations: violations.map((broken) => {
        const route = broken.cycle?.map((step) => named(step.name)) ?? [named(broken.to)];
        return `${broken.rule.name}: ${[named(broken.from), ...route].join(" → ")}`;
      }),
    };
  } finally {
    rmSync(mirror, { recursive: true });
  }
}

if (import.meta.main) {
  const started = performance.now();
  const { files, violations } = await findViolations(fileURLToPath(new URL("../..", import.meta.url)));
  for (const violation of violations) console.error(violation);
  for (const rule of ruleSet.forbidden) {
    if (violations.some((line) => line.startsWith(`${rule.name}:`)))
      console.error(`${rule.name}: ${rule.comment}`);
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`dependencies: ${files} files, ${violations.length} violations (${seconds} s)`);
  if (violations.length > 0) process.exitCode = 1;
}

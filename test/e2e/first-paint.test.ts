// What a counter clerk's computer loads before the counter is painted, by the built files: fonts apart, compressed as served.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { buildDesktop, project } from "../helpers/build.ts";

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

/** kB before the counter; its libraries (React, Mantine, zod, i18next, the router, styles) are two thirds of it. */
const LIMIT = 335;

const built = join(project, ".build/renderer");
let manifest: Readonly<Record<string, Chunk>>;

beforeAll(async () => {
  await buildDesktop();
  manifest = JSON.parse(await readFile(join(built, "asset-manifest.json"), "utf8")) as typeof manifest;
});

/** Every file that the page needs before it can run these parts: what they import, and what that imports. */
function filesOf(...parts: string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const add = (part: string) => {
    const chunk = manifest[part];
    if (!chunk) throw new Error(`The build has no part ${part}`);
    if (seen.has(part)) return;
    seen.add(part);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const part of parts) add(part);
  return files;
}

async function compressed(files: ReadonlySet<string>): Promise<number> {
  const sizes = [...files].map(async (file) => gzipSync(await readFile(join(built, file))).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000;
}

test("The counter is painted from at most 335 kB, compressed", async () => {
  const first = filesOf("index.html", "billing/counter/counter-screen.tsx");
  expect(await compressed(first)).toBeLessThan(LIMIT);
});

test("Charts, PDFs, lists and the connection's protocol are no part of what is loaded first", async () => {
  const first = filesOf("index.html", "billing/counter/counter-screen.tsx");
  const later = ["month-end-page", "receipt-file", "resource-page", "payment-dialog", "rpc"];
  for (const name of later)
    expect(
      [...first].filter((file) => file.includes(`/${name}-`)),
      name,
    ).toEqual([]);
  for (const file of first.values()) {
    const text = await readFile(join(built, file), "utf8");
    expect(/recharts-|PDFDocument|EventSourceParser/.exec(text), file).toBeNull();
  }
});

test("Every part of the application is in the list of files that the service worker keeps", async () => {
  const listed = new Set(Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]));
  const parts = Object.values(manifest).flatMap(({ dynamicImports = [] }) => dynamicImports);
  expect(parts.length).toBeGreaterThan(10);
  for (const part of parts) expect(listed.has(manifest[part]?.file ?? part)).toBe(true);
});

// What a counter clerk's computer loads before the counter is painted, by the built files: fonts apart, compressed as the server hands it out.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { buildDesktop, project } from "../../helpers/build.ts";

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

/** kB before the counter; its libraries (React, Mantine, zod, i18next, the router, styles) are two thirds of it. */
const LIMIT = 292;

const built = join(project, ".build/renderer");
let manifest: Readonly<Record<string, Chunk>>;

beforeAll(async () => {
  await buildDesktop();
  manifest = JSON.parse(await readFile(join(built, "asset-manifest.json"), "utf8")) as typeof manifest;
});

/** Every file that is loaded before the counter: what the page names, the counter's part, what they import, and what that imports. */
async function filesBeforeCounter(): Promise<Set<string>> {
  const page = await readFile(join(built, "index.html"), "utf8");
  const files = new Set<string>();
  const seen = new Set<Chunk>();
  const add = (chunk: Chunk | undefined, name: string) => {
    if (!chunk) throw new Error(`The build has no part ${name}`);
    if (seen.has(chunk)) return;
    seen.add(chunk);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const imported of chunk.imports ?? []) add(manifest[imported], imported);
  };
  for (const [, file = ""] of page.matchAll(/"\/(assets\/[^"]+\.(?:js|css))"/g)) {
    const chunk = Object.values(manifest).find((one) => one.file === file);
    if (file.endsWith(".css")) files.add(file);
    else add(chunk, file);
  }
  const counter = "billing/counter/counter-screen.tsx";
  add(manifest[counter], counter);
  return files;
}

async function compressed(files: ReadonlySet<string>): Promise<number> {
  const sizes = [...files].map(async (file) => (await readFile(join(built, `${file}.br`))).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000;
}

test("The counter is painted from at most 292 kB, compressed", async () => {
  const first = await filesBeforeCounter();
  expect(await compressed(first)).toBeLessThan(LIMIT);
});

test("Charts, PDFs, lists and the connection's protocol are no part of what is loaded first", async () => {
  const first = await filesBeforeCounter();
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

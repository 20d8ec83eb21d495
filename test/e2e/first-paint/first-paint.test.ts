// What a clerk's computer loads before it shows something, and before the counter, by the built files: fonts apart,
// compressed as the server hands it out.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { buildDesktop, project } from "../../helpers/build.ts";

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

/** kB before the first paint, whichever way it is compressed: React, the component library, i18next, the sign-in. */
const FIRST = { served: 150, gzip: 175 };
/**
 * kB of everything until the counter is there, replica and protocol included: declarations, the words that the counter says, no
 * icon of another screen. It is 344. RxDB's database, 31 kB more, comes with the first live query. 4 kB read the search as it was
 * kept, which spares a desktop of 20,000 customers half a second at each unlocking, and take records that come with the news, which
 * spares everybody a round trip.
 */
const COUNTER = 350;

const built = join(project, ".build/renderer");
let manifest: Readonly<Record<string, Chunk>>;

beforeAll(async () => {
  await buildDesktop();
  manifest = JSON.parse(await readFile(join(built, "asset-manifest.json"), "utf8")) as typeof manifest;
});

/** Every file that is loaded before these parts are there: what the page names, the parts, and what they all import. */
async function filesBefore(parts: readonly string[]): Promise<Set<string>> {
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
  // What the build puts into one file is listed by that file's name, of which there may be several.
  for (const part of parts) {
    const named = Object.entries(manifest).filter(([key]) => key === part || key.startsWith(`_${part}-`));
    if (named.length === 0) throw new Error(`The build has no part ${part}`);
    for (const [key, chunk] of named) add(chunk, key);
  }
  return files;
}

const BEFORE_COUNTER = ["signed-in", "billing/counter/counter-screen.tsx"];
/** What the build puts into the file of the signed-in. */
const JOINED = ["kernel/replica/replica.ts", "kernel/connection/rpc.ts"];

/** The modules in the files of the signed-in, by their source maps. */
async function joinedModules(files: Iterable<string>): Promise<string> {
  const maps = [...files].filter((file) => /signed-in-[^/]*\.js$/.test(file));
  return (await Promise.all(maps.map((file) => readFile(join(built, `${file}.map`), "utf8")))).join();
}

async function sizeOf(files: ReadonlySet<string>, how: (file: string) => Promise<number>): Promise<number> {
  const sizes = await Promise.all([...files].map(how));
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

const served = async (file: string) => (await readFile(join(built, `${file}.br`))).length;
const gzip = async (file: string) => gzipSync(await readFile(join(built, file))).length;

test("The first paint needs at most 150 kB as served, and 175 kB for a proxy that knows gzip alone", async () => {
  const first = await filesBefore([]);
  expect(await sizeOf(first, served)).toBeLessThan(FIRST.served);
  expect(await sizeOf(first, gzip)).toBeLessThan(FIRST.gzip);
});

test("The first paint does not grow with the resources: it holds no declaration and none of their words", async () => {
  for (const file of await filesBefore([])) {
    const text = await readFile(join(built, file), "utf8");
    expect(/ticket_category|Ticket categor|ZodObject/.exec(text), file).toBeNull();
  }
});

test("The counter is there after at most 350 kB, the replica and the protocol of the connection included", async () => {
  const before = await filesBefore(BEFORE_COUNTER);
  const modules = await joinedModules(before);
  for (const module of JOINED) expect(modules.includes(`/${module}"`), module).toBe(true);
  expect(await sizeOf(before, served)).toBeLessThan(COUNTER);
});

test("Charts, PDFs and lists are no part of what is loaded before the counter", async () => {
  const before = await filesBefore(BEFORE_COUNTER);
  for (const name of ["month-end-page", "receipt-file", "resource-page", "payment-dialog"])
    expect(
      [...before].filter((file) => file.includes(`/${name}-`)),
      name,
    ).toEqual([]);
  for (const file of before) {
    const text = await readFile(join(built, file), "utf8");
    expect(/recharts-|PDFDocument/.exec(text), file).toBeNull();
  }
});

test("Every part of the application is in the list of files that the service worker keeps", async () => {
  const listed = new Set(Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]));
  const parts = Object.values(manifest).flatMap(({ dynamicImports = [] }) => dynamicImports);
  expect(parts.length).toBeGreaterThan(10);
  for (const part of parts) expect(listed.has(manifest[part]?.file ?? part)).toBe(true);
});

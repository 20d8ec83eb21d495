// What an installer would carry: our bundles and nothing else, made by electron-builder with the real configuration.
import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDesktop, project } from "../helpers/build.ts";

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "lastmile-installer-"));
  await buildDesktop();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** By which the fuses are found in a binary. */
const FUSE_MARK = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";

/** A folder shaped like Electron's distribution, so that packaging needs neither the binary nor the network. */
function distribution(): string {
  const dist = join(folder, "electron");
  mkdirSync(join(dist, "resources"), { recursive: true });
  // Where the fuses lie in a real binary: a mark, a version, their number, one character each.
  writeFileSync(join(dist, "electron"), `x${FUSE_MARK}\x01\x0810110101x`);
  for (const name of ["version", "LICENSE", "LICENSES.chromium.html"]) writeFileSync(join(dist, name), "x");
  chmodSync(join(dist, "electron"), 0o755);
  return dist;
}

interface Entry {
  files?: Record<string, Entry>;
  size?: number;
  offset?: string;
}

/** An asar: four 32-bit sizes, the index as JSON, then the files one after the other. */
function openArchive(path: string): { paths: string[]; read(file: string): string } {
  const bytes = readFileSync(path);
  const start = 8 + bytes.readUInt32LE(4);
  const index: Entry = JSON.parse(bytes.toString("utf8", 16, 16 + bytes.readUInt32LE(12)));
  const entries = new Map<string, Entry>();
  const walk = (folder: Entry, prefix: string) => {
    for (const [name, entry] of Object.entries(folder.files ?? {})) {
      entries.set(`${prefix}/${name}`, entry);
      walk(entry, `${prefix}/${name}`);
    }
  };
  walk(index, "");
  return {
    paths: [...entries.keys()],
    read(file) {
      const { offset, size = 0 } = entries.get(file) ?? {};
      const from = start + Number(offset);
      return bytes.toString("utf8", from, from + size);
    },
  };
}

const builder = (...args: string[]) =>
  run(
    process.execPath,
    [
      join(project, "node_modules/electron-builder/cli.js"),
      "--dir",
      "--linux",
      "--publish=never",
      `-c.electronDist=${distribution()}`,
      `-c.directories.output=${join(folder, "out")}`,
      ...args,
    ],
    { cwd: project },
  );

test("The package holds the bundles, and no module, source or test", async () => {
  await builder();
  const archive = join(folder, "out", "linux-unpacked", "resources", "app.asar");
  const { paths: packed, read } = openArchive(archive);
  expect(packed).toEqual(
    expect.arrayContaining([
      "/package.json",
      "/.build/main/index.js",
      "/.build/main/preload.cjs",
      "/.build/renderer/index.html",
    ]),
  );
  const stray = packed.filter((path) => !/^\/(package\.json|\.build(\/(main|renderer)(\/.*)?)?)$/.test(path));
  expect(stray).toEqual([]);
  expect(packed.filter((path) => path.includes("node_modules"))).toEqual([]);
  expect(JSON.parse(read("/package.json"))).toMatchObject({
    main: ".build/main/index.js",
  });
});

test("The binary's fuses are set: no plain Node, no inspector, no code but the archive's", () => {
  const binary = readFileSync(join(folder, "out", "linux-unpacked", "lastmile"), "latin1");
  // Behind the mark: version, number, then a character for each fuse in Electron's order.
  const fuses = binary.slice(binary.indexOf(FUSE_MARK) + FUSE_MARK.length + 2);
  const [run_as_node, cookies, node_options, inspect, integrity, only_archive, , file_privileges] = fuses;
  expect({ run_as_node, cookies, node_options, inspect, integrity, only_archive, file_privileges }).toEqual({
    run_as_node: "0",
    cookies: "1",
    node_options: "0",
    inspect: "0",
    integrity: "1",
    only_archive: "1",
    file_privileges: "0",
  });
});

test("A key that electron-builder does not know is refused", async () => {
  await expect(builder("-c.linux.tagret=deb")).rejects.toThrow(/tagret/);
});

test("The bundles ask the runtime only for Electron and Node; the preload, being sandboxed, only for Electron", () => {
  const main = readFileSync(join(project, ".build/main/index.js"), "utf8");
  const wanted = [...main.matchAll(/^(?:import|export) (?:[^"';]*? from )?["']([^"']+)["'];?$/gm)].map(
    (found) => found[1],
  );
  expect(wanted).toContain("electron");
  const foreign = wanted.filter(
    (name) => name !== "electron" && !name?.startsWith("node:") && !name?.startsWith("./"),
  );
  expect(foreign.filter((name) => !builtinModules.includes(name as string))).toEqual([]);
  const preload = readFileSync(join(project, ".build/main/preload.cjs"), "utf8");
  const required = [...preload.matchAll(/\brequire\(["'`]([^"'`]+)["'`]\)/g)].map((found) => found[1]);
  expect([...new Set(required)]).toEqual(["electron"]);
});

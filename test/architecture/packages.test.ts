// What comes from outside: exact versions, nothing tied to one registry, licences that let us ship it.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";

const json = (file: string) => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), "utf8"));
const versions = z.record(z.string(), z.string());
const manifest = z.object({ dependencies: versions, devDependencies: versions }).parse(json("package.json"));
const lock = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        license: z.string().optional(),
        resolved: z.string().optional(),
        integrity: z.string().optional(),
        optional: z.boolean().optional(),
        os: z.array(z.string()).optional(),
        optionalDependencies: versions.optional(),
      }),
    ),
  })
  .parse(json("package-lock.json"));
const installed = Object.entries(lock.packages).filter(([path]) => path !== "");

const permissive = new Set([
  "MIT",
  "MIT-0",
  "ISC",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "0BSD",
  "BlueOak-1.0.0",
  "Python-2.0",
  "Zlib",
  "CC0-1.0",
  "WTFPL",
]);
/** Each with the reason why it may be here all the same. */
const exceptions: Record<string, [licence: string, reason: string]> = {
  "axe-core": ["MPL-2.0", "runs in tests only and is not shipped"],
  "@fontsource-variable/inter": [
    "OFL-1.1",
    "a font, shipped unchanged: every good free one has this licence",
  ],
  "@fontsource/inter": ["OFL-1.1", "the same font, of one weight a file, for the server's PDFs"],
  "@fontsource/noto-sans-bengali": ["OFL-1.1", "the same font, of one weight a file, for the server's PDFs"],
  ...Object.fromEntries(
    [
      ...["arabic", "devanagari", "hebrew", "khmer", "myanmar", "tamil", "thai"].map(
        (script) => `@fontsource/noto-sans-${script}`,
      ),
      ...["jp", "kr", "sc"].map((country) => `@fontsource-variable/noto-sans-${country}`),
    ].map((font) => [font, ["OFL-1.1", "a font, shipped unchanged, for papers with texts in this script"]]),
  ),
  "@fontsource-variable/noto-sans-bengali": ["OFL-1.1", "a font, shipped unchanged, for Bengali"],
  lightningcss: ["MPL-2.0", "used unchanged by the build and not shipped"],
  postgres: ["Unlicense", "public domain"],
  "fast-sha256": [
    "Unlicense",
    "public domain; comes with the library of Standard Webhooks, which tests verify by",
  ],
  "nostr-tools": ["Unlicense", "public domain; comes with rxdb, whose plugin for it is not used"],
};

const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** "(MIT OR GPL-3.0)" may be taken as MIT; of "MIT AND X" each part binds. */
const mayUse = (licence: string) =>
  licence
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((part) => permissive.has(part)));

test("Every dependency is pinned to one version", () => {
  const all = { ...manifest.dependencies, ...manifest.devDependencies };
  expect(Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

test("The lock names no host, and has a checksum for all but other platforms' builds", () => {
  expect(installed.length).toBeGreaterThan(100);
  expect(installed.filter(([, entry]) => entry.resolved !== undefined)).toEqual([]);
  const unchecked = installed.filter(([, entry]) => entry.integrity === undefined);
  expect(unchecked.filter(([, entry]) => !entry.optional || entry.os === undefined)).toEqual([]);
});

test("The lock has every platform's builds: npm ci refuses one that is incomplete", () => {
  const names = new Set(installed.map(([path]) => nameOf(path)));
  const wanted = installed.flatMap(([, entry]) => Object.keys(entry.optionalDependencies ?? {}));
  expect(wanted.filter((name) => !names.has(name))).toEqual([]);
});

test("Every licence is permissive, or an exception with its reason", () => {
  const refused = installed.filter(([path, { license }]) => {
    if (license !== undefined && mayUse(license)) return false;
    const exception = exceptions[nameOf(path).replace(/^lightningcss-.*/, "lightningcss")];
    return exception?.[0] !== license;
  });
  expect(refused).toEqual([]);
});

test("No exception is left over", () => {
  const names = new Set(installed.map(([path]) => nameOf(path)));
  expect(Object.keys(exceptions).filter((name) => !names.has(name))).toEqual([]);
});

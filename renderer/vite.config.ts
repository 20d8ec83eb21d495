// Builds the renderer once for both of its homes: the server at http://…/ and the desktop at app://lastmile/.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import react from "@vitejs/plugin-react";
import mantine from "postcss-preset-mantine";
import { defineConfig, type Plugin } from "vite";

/** Beside each script, style and program its Brotli: the server hands it out, smaller than it could make it during a request. */
const compressed: Plugin = {
  name: "compressed-files",
  apply: "build",
  async writeBundle({ dir = "" }, bundle) {
    const files = Object.keys(bundle).filter((name) => /\.(js|css|wasm)$/.test(name));
    const compress = promisify(brotliCompress);
    await Promise.all(
      files.map(async (name) =>
        writeFile(join(dir, `${name}.br`), await compress(await readFile(join(dir, name)))),
      ),
    );
  },
};

/**
 * Each component of the library brings its own styles, so that a page loads those of what it shows. They come last among
 * its imports: after the styles of the components that it is made of, which they may override.
 */
const stylesByComponent: Plugin = {
  name: "styles-by-component",
  transform: {
    filter: { id: /@mantine[\\/]core[\\/]esm[\\/].*\.mjs$/ },
    handler(code) {
      const names = [...code.matchAll(/from "[^"]*\/(\w+)\.module\.mjs"/g)].map(([, name]) => name);
      if (names.length === 0) return null;
      const styles = names.map((name) => `import "@mantine/core/styles/${name}.css";\n`);
      return { code: `${code}\n${styles.join("")}`, map: null };
    },
  },
};

/** How zod describes a schema to other programs, 4 kB before the counter: the server's document alone asks for it. */
const withoutDescriptions: Plugin = {
  name: "without-descriptions",
  transform: {
    filter: { id: /[\\/]zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema)\.js$/ },
    handler(code) {
      const names = [...code.matchAll(/^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm)].map(
        ([, name, renamed]) => name ?? renamed,
      );
      // Each schema is given its methods when it is made: those are what fails, not the making.
      const none = `const none = () => { throw new Error("No schema is described in the app"); };`;
      const stubs = names.map(
        (name) => `export const ${name} = ${name?.startsWith("create") ? "() => none" : "none"};`,
      );
      return { code: [none, ...stubs].join("\n"), map: null };
    },
  },
};

const RXDB = fileURLToPath(new URL("../node_modules/rxdb/dist/esm/index.js", import.meta.url));
const PLANNER_ID = "\0rxdb-planner";
const COPY = "?planner";
/** What of RxDB plans and matches queries, by the module that has it. */
const PLANNER: Readonly<Record<string, readonly string[]>> = {
  "custom-index": [
    "getIndexableStringMonad",
    "getStartIndexStringFromLowerBound",
    "getStartIndexStringFromUpperBound",
  ],
  "rx-query-helper": ["getQueryMatcher", "getSortComparator", "normalizeMangoQuery", "prepareQuery"],
  "rx-schema-helper": ["fillWithDefaultSettings", "getPrimaryFieldOfPrimaryKey"],
};

/**
 * RxDB's planner by itself, a copy of its own, for those who are there before the counter. Through RxDB's own door all that its
 * database needs of the same modules would come with it, which waits for the first live query.
 */
const plannerApart: Plugin = {
  name: "planner-apart",
  enforce: "pre",
  resolveId: {
    filter: { id: /^(rxdb\/plugins\/core$|\.)/ },
    async handler(source, importer = "") {
      if (source === "rxdb/plugins/core")
        return /replica[\\/](memory[\\/]tables|storage[\\/]table[\\/](planner|block-table))\.ts$/.test(
          importer,
        )
          ? PLANNER_ID
          : null;
      const from =
        importer === PLANNER_ID ? RXDB : importer.endsWith(COPY) && importer.slice(0, -COPY.length);
      const resolved = from ? await this.resolve(source, from, { skipSelf: true }) : null;
      return resolved && { id: `${resolved.id}${COPY}`, moduleSideEffects: false };
    },
  },
  load: {
    filter: { id: /^\0rxdb-planner$|[\\/]rx-error\.js\?planner$/ },
    handler(id) {
      // Its codes are all that is ever said of them (database-failure.ts).
      if (id !== PLANNER_ID)
        return "export const newRxError = (code, parameters) => Object.assign(new Error(code), { code, parameters });";
      const lines = Object.entries(PLANNER).map(
        ([module, names]) => `export { ${names.join(", ")} } from "./${module}.js";`,
      );
      return { code: lines.join("\n"), moduleSideEffects: false };
    },
  },
};

/**
 * The page and what is behind the sign-in are one file each: many small files compress badly. What pages that are opened
 * later share among each other stays in parts of its own.
 */
const groups = [
  { name: "first", test: /[\\/]renderer[\\/]start\.tsx$/, priority: 4 },
  // What later pages calculate by is loaded with them; the days that it counts in are everybody's.
  { name: "signed-in", test: /[\\/]shared[\\/]kernel[\\/]day\.ts$/, priority: 3 },
  { name: "day-rules", test: /[\\/]shared[\\/]helpdesk[\\/]board[\\/](day|house)\.rules\.ts$/, priority: 2 },
  { name: "review-reasons", test: /[\\/]shared[\\/]platform[\\/]review-reasons\.ts$/, priority: 2 },
  { name: "line-rules", test: /[\\/]shared[\\/]network[\\/]diagnosis[\\/]/, priority: 2 },
  // Nobody is signed in without the replica and the connection: in one file with the screens they compress better.
  {
    name: "signed-in",
    test: /[\\/]renderer[\\/](signed-in\.tsx|kernel[\\/](replica[\\/]replica|connection[\\/]rpc)\.ts)$/,
    priority: 1,
  },
];

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  // Both homes serve at the root of their origin, and routes may be deep: relative addresses would break there.
  base: "/",
  plugins: [react(), stylesByComponent, withoutDescriptions, plannerApart, compressed],
  css: { postcss: { plugins: [mantine()] } },
  build: {
    outDir: "../.build/renderer",
    emptyOutDir: true,
    sourcemap: true,
    // The content security policy allows no inline script and no data: address for code.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    target: "es2023",
    // What the service worker keeps for reloads without a connection: every file, also those that are loaded later.
    manifest: "asset-manifest.json",
    // One large file on purpose: what is loaded later might be wanted when there is no connection.
    chunkSizeWarningLimit: 2500,
    rolldownOptions: {
      output: { codeSplitting: { groups } },
      treeshake: {
        // An area's index names what others may use: importing one of it loads nothing of the rest.
        // So do rules, which are pure.
        moduleSideEffects: [
          { test: /\/(renderer|shared)\/(kernel\/)?[a-z0-9]+\/index\.ts$/, sideEffects: false },
          { test: /\/shared\/.*\.rules\.ts$/, sideEffects: false },
          { test: /\/shared\/network\/diagnosis\/line-facts\.ts$/, sideEffects: false },
        ],
      },
    },
  },
});

// Builds the desktop's main process (one ES module) and its sandboxed preload script (which Electron wants as CommonJS).
import { builtinModules } from "node:module";
import { fileURLToPath } from "node:url";
import { type BuildEnvironmentOptions, defineConfig } from "vite";

const builtin = new Set(builtinModules);
/** Everything else is bundled, so that the installer carries no node_modules. */
const fromRuntime = (id: string) => id === "electron" || id.startsWith("node:") || builtin.has(id);

function bundle(entry: string, format: "es" | "cjs", file: string, empty: boolean): BuildEnvironmentOptions {
  return {
    ssr: true,
    target: "node24",
    sourcemap: true,
    minify: false,
    outDir: "../.build/main",
    emptyOutDir: empty,
    rolldownOptions: {
      input: fileURLToPath(new URL(entry, import.meta.url)),
      external: fromRuntime,
      output: { format, entryFileNames: file, codeSplitting: format === "es" },
    },
  };
}

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  environments: {
    main: {
      consumer: "server",
      resolve: { noExternal: true },
      build: bundle("electron/index.ts", "es", "index.js", true),
    },
    preload: {
      consumer: "server",
      resolve: { noExternal: true },
      build: bundle("electron/preload.ts", "cjs", "preload.cjs", false),
    },
  },
  builder: {
    async buildApp(builder) {
      for (const name of ["main", "preload"]) {
        const environment = builder.environments[name];
        if (!environment) throw new Error(`the ${name} build is not configured`);
        await builder.build(environment);
      }
    },
  },
});

// `npm run dist:agent`: the network agent as one program that needs no Node, for the platform that this runs on. Node's own binary
// holds the bundle (single executable application); programs of other platforms are made there.
import { execFile } from "node:child_process";
import { chmod, copyFile, mkdir, writeFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "vite";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
const made = join(root, ".build/agent");
const dist = join(root, ".build/dist");

/** By which Node finds what was put into its binary (its documentation of single executable applications). */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

async function bundle(): Promise<void> {
  const builtin = new Set(builtinModules);
  await build({
    root: join(root, "main"),
    configFile: false,
    logLevel: "warn",
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: "node24",
      minify: false,
      outDir: made,
      emptyOutDir: true,
      rolldownOptions: {
        input: join(root, "main/start-agent.ts"),
        external: (id) => id.startsWith("node:") || builtin.has(id),
        output: { format: "cjs", entryFileNames: "agent.cjs", codeSplitting: false },
      },
    },
  });
}

async function pack(): Promise<string> {
  const blob = join(made, "agent.blob");
  const config = join(made, "sea.json");
  const options = { main: join(made, "agent.cjs"), output: blob, disableExperimentalSEAWarning: true };
  await writeFile(config, JSON.stringify(options));
  await run(process.execPath, ["--experimental-sea-config", config]);
  const { platform, arch } = process;
  const end = platform === "win32" ? ".exe" : "";
  const program = join(dist, `lastmile-agent-${platform}-${arch}${end}`);
  await mkdir(dist, { recursive: true });
  await copyFile(process.execPath, program);
  await chmod(program, 0o755);
  const postject = join(root, "node_modules/postject/dist/cli.js");
  const segment = platform === "darwin" ? ["--macho-segment-name", "NODE_SEA"] : [];
  const args = [program, "NODE_SEA_BLOB", blob, "--sentinel-fuse", FUSE, ...segment];
  await run(process.execPath, [postject, ...args]);
  return program;
}

await bundle();
process.stdout.write(`${await pack()}\n`);

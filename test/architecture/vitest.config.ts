// How the tests are grouped: each project says which folders it holds and how many files run at once.
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { isLostGreeting, isWriteToClosed } from "../../server/kernel/db/unavailable.ts";
import { HANGS_MS } from "../helpers/process/wait.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

type Group = {
  name: string;
  include: string[];
  exclude?: string[];
  /** Groups run one after the other in this order; within a group files share the workers. */
  order: number;
  workers: number;
  /** Its files need the run's PostgreSQL. */
  database?: boolean;
  /** Packages that must see an alias of ours in place of the real module. */
  inline?: string[];
};

function project(group: Group): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name: group.name,
      include: group.include,
      exclude: group.exclude ?? [],
      globalSetup: group.database ? ["test/helpers/postgres.ts"] : [],
      // With the server in it, code runs as in production: by Node itself, its types stripped, not through Vite.
      experimental: { viteModuleRunner: !group.database },
      testTimeout: END_MS,
      hookTimeout: END_MS,
      expect: { poll: { timeout: HANGS_MS } },
      maxWorkers: group.workers,
      // Its files share a process: the server's code is loaded once. None may leave anything behind in a module.
      isolate: !group.database,
      ...(group.inline ? { server: { deps: { inline: group.inline } } } : {}),
      sequence: { groupOrder: group.order },
    },
  };
}

/** On a cluster each statement goes through two of three PostgreSQLs, all of them on this machine. */
const isOnCluster = process.env.LASTMILE_TEST_CLUSTER !== undefined;
const TIMES_ON_CLUSTER = 3;

/** A test or hook that hangs is ended by then: longer than a few waits in vain, and no measure of how quick anything is. */
const END_MS = 300_000 * (isOnCluster ? TIMES_ON_CLUSTER : 1);

/** One more than there are cores: the files wait (for timers, processes, a disk) about as often as they work. */
const WORKERS = availableParallelism() + (isOnCluster ? 0 : 1);

/** What takes longest, of each group: begun last, one worker would go on alone with it. */
const LONGEST = [
  "e2e/accessibility",
  "e2e/forms/every-form",
  "e2e/session/second-factor",
  "acceptance/start",
  "kernel/jobs-rows-read",
  "billing/rows-read",
  "saas/backup-api",
  "billing/crash",
  "resources/contract",
  "platform/bad-input",
  "api/fuzz",
  "kernel/db/embedded-postgres",
  "kernel/workers",
];

const gone = LONGEST.filter((name) => !existsSync(join(root, "test", `${name}.test.ts`)));
if (gone.length > 0) throw new Error(`LONGEST names no file any more: ${gone.join(", ")}`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

const rules = "test/**/*.rules.test.ts";
/** They test Biome and dependency-cruiser, which say the same every day: `LASTMILE_NIGHT=1` runs them. */
const ofTools = process.env.LASTMILE_NIGHT ? [] : ["test/architecture/{lint,dependencies}.test.ts"];
const pure = ["test/{architecture,replica,renderer}/**/*.test.{ts,tsx}", rules];
const electron = ["test/main/**/*.test.ts"];
const inBrowser = ["test/e2e/**/*.test.ts"];

export default defineConfig({
  root,
  test: {
    reporters: ["default", "json"],
    sequence: { sequencer: LongestFirst },
    // As in the server itself: what a test's cut connection leaves to nobody was refused already, to whoever waited for it.
    onUnhandledError: (error) => !isWriteToClosed(error) && !isLostGreeting(error),
    outputFile: { json: ".build/test-results.json" },
    projects: [
      project({ name: "unit", include: pure, exclude: ofTools, order: 0, workers: WORKERS }),
      {
        ...project({
          name: "main",
          include: electron,
          order: 0,
          workers: WORKERS,
          inline: ["trpc-electron"],
        }),
        resolve: { alias: [{ find: /^electron$/, replacement: `${root}test/helpers/fake-electron.ts` }] },
      },
      project({
        name: "server",
        include: ["test/**/*.test.ts"],
        exclude: [...pure, ...electron, ...inBrowser],
        order: 0,
        workers: WORKERS,
        database: true,
      }),
      // A browser and a server each: more than two at once would wait for each other.
      project({ name: "e2e", include: inBrowser, order: 1, workers: 2, database: true }),
    ],
  },
});

// From the command to the first answer, on a directory that was used before: the server alone, and the whole demo.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Program, startProgram } from "../../helpers/process/program.ts";
import type { Bench, Finding } from "../harness/row.ts";
import { median, spread } from "../harness/statistics.ts";

const TIMES = { usual: 2, full: 5 };

interface Command {
  name: string;
  script: string;
  says: RegExp;
  goal_ms: number;
}

const SERVER: Command = {
  ...{ name: "npm run server", script: "server/start.js", goal_ms: 1_500 },
  says: /listening on (http:\/\/\S+)/,
};
const DEMO: Command = {
  ...{ name: "npm start", script: "main/start-demo.js", goal_ms: 3_000 },
  says: /Server on (http:\/\/\S+)/,
};

async function answers(program: Program, says: RegExp): Promise<void> {
  const [, url = ""] = await program.says(says);
  const { status } = await fetch(`${url}/api/v1/settings/`);
  if (status !== 401) throw new Error(`an answer without a session: ${status}`);
}

/** ms from the command to the first answer. */
async function timeOf({ script, says }: Command, data_dir: string): Promise<number> {
  const start = performance.now();
  const program = startProgram(script, {
    ...{ LASTMILE_PORT: "0", LASTMILE_METRICS_PORT: "0", LASTMILE_DATA_DIR: data_dir, DISPLAY: "" },
  });
  await answers(program, says);
  const time = performance.now() - start;
  await program.stop();
  return time;
}

export async function benchStart(bench: Bench): Promise<Finding[]> {
  const data_dir = await mkdtemp(join(tmpdir(), "lastmile-bench-start-"));
  const found: Finding[] = [];
  try {
    bench.say("a directory with the demo's company");
    await timeOf(DEMO, data_dir);
    for (const command of [SERVER, DEMO]) {
      bench.say(command.name);
      const times: number[] = [];
      for (let time = 0; time < (bench.full ? TIMES.full : TIMES.usual); time += 1)
        times.push(await timeOf(command, data_dir));
      found.push({
        what: `${command.name} on an existing directory, to the first answer`,
        ...{ value: median(times), unit: " ms", goal: { at_most: command.goal_ms }, spread: spread(times) },
      });
    }
  } finally {
    await rm(data_dir, { recursive: true, force: true });
  }
  return found;
}

// One of two server processes is killed under load, again and again: how long its tills and its desktops' streams are without a server.
import { eventually } from "../../helpers/process/wait.ts";
import { client } from "../../helpers/server.ts";
import type { Bench, Finding } from "../harness/row.ts";
import { median } from "../harness/statistics.ts";
import type { Office } from "../office/office.ts";
import { Listener } from "./listener.ts";
import { countRecharges, Tills } from "./tills.ts";

const PROCESSES = 2;
const TILLS = 8;
/** The system parts connections evenly: of so many, each of two processes has some. */
const STREAMS = 12;
const KILLS = 3;
/** Acknowledged before the first kill, and between two. */
const WARM_UP = 400;
const BETWEEN = 100;
const GOAL = { at_most: 5_000 };

/** ms from a kill. */
interface Loss {
  /** Each stream that the process served is open again, and has brought a change. */
  streams: number[];
  tills: number;
  /** Another process answers in its place. */
  replaced: number;
}

interface Load {
  tills: Tills;
  listeners: readonly Listener[];
}

/**
 * Kills the process that has answered longest: one that has just come in another's place has no stream yet.
 * @param answering those that have answered so far, the latest last.
 */
async function kill(answering: () => number[], { tills, listeners }: Load): Promise<Loss> {
  const pids = answering();
  const oldest = pids.at(-PROCESSES);
  if (!oldest) throw new Error(`${PROCESSES} processes do not answer`);
  const before = listeners.map(({ ends }) => ends);
  const killed = performance.now();
  const since = () => performance.now() - killed;
  process.kill(oldest, "SIGKILL");
  const [tillsAfter, replacedAfter] = await Promise.all([
    tills.allWork().then(since),
    eventually(() => answering().length > pids.length).then(since),
  ]);
  const lost = listeners.filter(({ ends }, at) => ends > (before[at] ?? 0));
  if (lost.length === 0) throw new Error("the process that was killed served no stream");
  await eventually(() => lost.every(({ heard }) => heard !== null));
  return {
    streams: lost.map(({ heard }) => (heard ?? 0) - killed),
    tills: tillsAfter,
    replaced: replacedAfter,
  };
}

async function measure(office: Office): Promise<Loss[]> {
  const { large, sql } = office;
  const { url, program } = await office.startServer({ LASTMILE_WORKERS: String(PROCESSES) });
  const before = await countRecharges(sql, large.id);
  const answering = () =>
    [...program.output().matchAll(/server process (\d+) answers/g)].map(([, pid]) => Number(pid));
  const { token } = large.owner;
  const listeners = Array.from({ length: STREAMS }, () => new Listener(url, token));
  const tills = new Tills(client(url, token), TILLS);
  const losses: Loss[] = [];
  try {
    await tills.more(WARM_UP);
    await eventually(() => listeners.every(({ heard }) => heard !== null));
    for (let kills = 0; kills < KILLS; kills += 1) {
      losses.push(await kill(answering, { tills, listeners }));
      await tills.more(BETWEEN);
    }
    await tills.stop();
  } finally {
    tills.giveUp();
    for (const listener of listeners) listener.close();
    await program.stop();
  }
  await tills.requireOnce(sql, large.id, before);
  return losses;
}

export async function benchProcesses(bench: Bench): Promise<Finding[]> {
  const losses = await measure(await bench.office());
  const streams = losses.flatMap((loss) => loss.streams);
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  return [
    {
      what: `one of two server processes killed under ${TILLS} tills, ${KILLS} times: the longest until a stream of its is open again and has brought a change`,
      ...{ value: Math.max(...streams), unit: " ms", goal: GOAL },
      figures: { streams: streams.length, p50: ms(median(streams)) },
    },
    {
      what: "the same: the longest until every till has sold again, nothing acknowledged lost",
      ...{ value: Math.max(...losses.map(({ tills }) => tills)), unit: " ms", goal: GOAL },
      figures: { another_process_answers: ms(median(losses.map(({ replaced }) => replaced))) },
    },
  ];
}

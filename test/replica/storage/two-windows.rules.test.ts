// Live queries in two windows over one log: whatever comes, goes, is compacted and begun anew by whichever of them leads, and
// whenever the other one hears of it, both show what a plain filter over all records finds.
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyDocument, COLLECTIONS, type Live, livesOf, plain, shown } from "../helpers/live-queries.ts";
import { openComputer, type Pulled, type Window } from "../helpers/windows.ts";

const collection = fc.constantFrom(...COLLECTIONS);
const documents = fc.array(anyDocument, { minLength: 1, maxLength: 12 });
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("put" as const), collection, documents }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("storm" as const), collection }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("begin" as const), collection, documents }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("hear" as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Whether another window leads after it, and whether the one that follows is closed and opened in it. */
const round = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
  passes: fc.boolean(),
  reopens: fc.boolean(),
});

async function run(pulled: Pulled, leader: Window, other: Window, step: Step): Promise<unknown> {
  switch (step.kind) {
    case "put":
      pulled.put(step.collection, step.documents);
      return leader.pull(step.collection);
    case "storm":
      return leader.storm(step.collection);
    case "begin":
      return leader.begin(step.collection, step.documents);
    case "hear":
      return other.hear();
  }
}

/** What is not right by then stays wrong; the test is over before its time is, and says what went before. */
const PATIENCE_MS = 10_000;

interface Watched {
  readonly window: Window;
  readonly lives: readonly Live[];
}

function watch(window: Window): Watched {
  const lives = livesOf(window.memory);
  for (const one of lives) one.stop = one.rows.subscribe(() => {});
  return { window, lives };
}

async function expectRight(pulled: Pulled, who: string, { window, lives }: Watched): Promise<void> {
  for (const one of lives) {
    const wanted = plain(window.memory, pulled.live(one.name), one.name, one.query);
    const message = `${who}: ${one.name} ${JSON.stringify(one.query)}`;
    await expect.poll(() => shown(one), { message, timeout: PATIENCE_MS }).toEqual(wanted);
  }
}

test("After anything that two windows pull, compact, drop and begin anew the live queries of both show what a plain filter finds", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 2, maxLength: 5 }), async (rounds) => {
      const computer = await openComputer();
      const { pulled } = computer;
      let leads = watch(await computer.open());
      let follows = watch(await computer.open());
      try {
        await leads.window.lead();
        for (const { steps, passes, reopens } of rounds) {
          if (reopens) {
            for (const { stop } of follows.lives) stop?.();
            await computer.shut(follows.window);
            follows = watch(await computer.open());
          }
          // What comes together is not waited for one by one.
          await Promise.all([
            reopens ? follows.window.fill() : null,
            ...steps.map((one) => run(pulled, leads.window, follows.window, one)),
          ]);
          await leads.window.hear();
          await follows.window.hear();
          await expectRight(pulled, "leads", leads);
          await expectRight(pulled, "follows", follows);
          if (!passes) continue;
          await leads.window.follow();
          [leads, follows] = [follows, leads];
          await leads.window.lead();
        }
      } finally {
        for (const { stop } of [...leads.lives, ...follows.lives]) stop?.();
        await computer.close();
      }
    }),
    { numRuns: 12, endOnFailure: true },
  );
});

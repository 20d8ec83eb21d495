// The counter while somebody types: quiet, and while a month end of every customer arrives; and how soon a change is seen.
import type { MemoryServer } from "../../replica/helpers/memory-server.ts";
import type { Finding } from "../harness/row.ts";
import { at, shownAt } from "./chromium-page.ts";
import { typeWords, watchKeys } from "./keys.ts";
import { accountOf, type Doc, moneyOf } from "./records.ts";
import { searchBox, type World } from "./world.ts";

const WORDS = ["rahima", "karim", "0170", "user42", "begum", "mirpur", "imran"];
const KEYS = 120;
const CHANGES = 20;
/** The storm: so many customers' bills at once, so often, as the batch books them. */
const CHUNK = 500;
const CHUNK_MS = 100;

/** What a month end leaves behind, a chunk after the other. */
async function monthEnd(server: MemoryServer, people: readonly Doc[]): Promise<void> {
  for (let start = 0; start < people.length; start += CHUNK) {
    const begun = performance.now();
    const made = new Map<string, Doc[]>();
    const add = (name: string, docs: Doc[]) => made.set(name, [...(made.get(name) ?? []), ...docs]);
    for (const [n, person] of people.slice(start, start + CHUNK).entries()) {
      // Unpaid: the numbers that are multiples of seven.
      const money = moneyOf(person, (start + n) * 7, "2026-11", 1);
      for (const [name, docs] of Object.entries(money)) add(name, docs);
      add("customers", [{ ...person, due_amount: "700.00", version: 2 }]);
      add("billing_accounts", [{ ...accountOf(person, start + n), due_amount: "700.00", version: 2 }]);
    }
    for (const [name, docs] of made) server.put(name, docs, false);
    for (const tell of server.listeners) tell([...made.keys()]);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, CHUNK_MS - (performance.now() - begun))));
  }
}

/** ms from the server's write until the counter shows it. */
async function writesToScreen({ page, server, people }: World): Promise<number[]> {
  const person = people[7]!;
  await searchBox(page).fill(String(person.customer_code));
  const times: number[] = [];
  for (let n = 0; n < CHANGES; n++) {
    const name = `Changed ${n} Person`;
    const seen = shownAt(page, name);
    await page.waitForTimeout(300);
    const begun = performance.timeOrigin + performance.now();
    server.put("customers", [{ ...person, name, version: n + 2 }]);
    times.push((await seen) - begun);
  }
  await searchBox(page).press("Escape");
  return times.sort((a, b) => a - b);
}

const figuresOf = (times: readonly number[]) => ({
  keys: times.length,
  p50_ms: at(times, 0.5).toFixed(1),
  p95_ms: at(times, 0.95).toFixed(1),
  longest_ms: at(times, 1).toFixed(1),
});

/** @param say is told what takes its time. */
export async function measureCounter(world: World, say: (text: string) => void): Promise<Finding[]> {
  const { page, watched, server, people } = world;
  say("keys, and writes of others");
  await searchBox(page).focus();
  await watched.type(WORDS, 30);
  const cpus = await watched.type(WORDS, KEYS);
  const screens = await writesToScreen(world);
  await watchKeys(page);
  await searchBox(page).focus();
  const quiet = await typeWords(page, WORDS, KEYS);
  await watched.takeLongTasks();
  say("a month end arrives");
  let over = false;
  const batch = monthEnd(server, people).finally(() => {
    over = true;
  });
  const storm = await typeWords(page, WORDS, Number.POSITIVE_INFINITY, () => over);
  await batch;
  const long = await watched.takeLongTasks();
  return [
    {
      what: "a key of search, typed and drawn: main thread p95",
      value: at(cpus, 0.95),
      unit: "ms",
      goal: { at_most: 16 },
      figures: figuresOf(cpus),
    },
    {
      what: "the server's write → this desktop's screen, p50",
      value: at(screens, 0.5),
      unit: "ms",
      goal: { at_most: 25 },
      figures: { p95_ms: at(screens, 0.95).toFixed(1) },
    },
    {
      what: "typing while a month end arrives / its quiet self, p95",
      value: at(storm, 0.95) / at(quiet, 0.95),
      unit: "×",
      goal: { at_most: 2 },
      figures: { ...figuresOf(storm), quiet_p95_ms: at(quiet, 0.95).toFixed(1) },
    },
    {
      what: "longest task while a month end arrives",
      value: Math.max(0, ...long),
      unit: "ms",
      goal: { at_most: 50 },
      figures: { over_50_ms: long.length },
    },
  ];
}

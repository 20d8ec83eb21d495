// Filling a desktop for the first time, beside what IndexedDB alone needs for the same records; and opening it again.
import type { Finding } from "../harness/row.ts";
import { at, shownAt } from "./chromium-page.ts";
import { COLLECTIONS, type Doc } from "./records.ts";
import { allCustomers, counter, filled, online, typeIn, type World } from "./world.ts";

/** So many of the records are put one by one; the time of all follows from theirs. */
const SAMPLE = 20_000;
const UNLOCKS = 3;
/** Between filling a computer and locking it: once nothing changes, what the next session opens with is written down. */
const LEFT_ALONE_MS = 10_000;

/** ms that IndexedDB needs for all records, put one by one in transactions of 1,000. */
async function rawPuts({ page, server, records }: World): Promise<number> {
  const sample: Doc[] = [];
  for (const name of COLLECTIONS) {
    const docs = [...server.data.get(name)!.values()];
    const share = Math.ceil((docs.length / records) * SAMPLE);
    for (const { doc } of docs.slice(0, share)) sample.push(doc);
  }
  await page.route("**/bench-sample.json", (route) => route.fulfill({ json: sample }));
  const ms = await page.evaluate(async () => {
    const documents = (await (await fetch("/bench-sample.json")).json()) as { id: string }[];
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open("raw", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("raw", { keyPath: "id" });
      request.onsuccess = () => resolve(request.result);
    });
    const begun = performance.now();
    for (let start = 0; start < documents.length; start += 1000) {
      const transaction = database.transaction("raw", "readwrite");
      for (const one of documents.slice(start, start + 1000)) transaction.objectStore("raw").put(one);
      await new Promise((resolve) => {
        transaction.oncomplete = resolve;
      });
    }
    const took = performance.now() - begun;
    database.close();
    indexedDB.deleteDatabase("raw");
    return took;
  });
  await page.unroute("**/bench-sample.json");
  return (ms / sample.length) * records;
}

async function signIn({ page, people }: World): Promise<{ all: number; customers: number }> {
  await typeIn(page, { tenant: "demo", username: "counter", password: "right-horse" });
  const begun = performance.now();
  await page.keyboard.press("Enter");
  await counter(page).waitFor({ timeout: 60_000 });
  await allCustomers(page, people.length).waitFor({ timeout: 600_000 });
  const customers = performance.now() - begun;
  await filled(page);
  return { all: performance.now() - begun, customers };
}

/** ms from the password's Enter until every customer is found at the counter. */
async function unlock({
  page,
  people,
  watched,
}: World): Promise<{ shown: number; usable: number; cpu: number }> {
  await page.reload();
  await page.getByText("Welcome back").waitFor();
  await page.getByLabel("Password", { exact: true }).fill("right-horse");
  const shown = shownAt(page, "My takings today");
  const usable = shownAt(page, `${people.length.toLocaleString("en")} customers`);
  const begun = performance.timeOrigin + performance.now();
  const cpu = await watched.cpuOf(async () => {
    await page.keyboard.press("Enter");
    await usable;
  });
  return { shown: (await shown) - begun, usable: (await usable) - begun, cpu };
}

/** @param say is told what takes its time. */
export async function measureFilling(world: World, say: (text: string) => void): Promise<Finding[]> {
  const { page, watched } = world;
  say("IndexedDB alone");
  const raw = await rawPuts(world);
  say("the first sync");
  let filled = { all: 0, customers: 0 };
  const cpu = await watched.cpuOf(async () => {
    filled = await signIn(world);
  });
  const long = await watched.takeLongTasks();
  const after = await watched.heap();
  say("left alone, then opened again");
  await page.waitForTimeout(LEFT_ALONE_MS);
  const usable: number[] = [];
  const shown: number[] = [];
  const cpus: number[] = [];
  for (let n = 0; n < UNLOCKS; n++) {
    const opened = await unlock(world);
    usable.push(opened.usable);
    shown.push(opened.shown);
    cpus.push(opened.cpu);
    await online(page);
  }
  for (const times of [usable, cpus]) times.sort((a, b) => a - b);
  const heap = await watched.heap();
  return [
    {
      what: "first sync / raw IndexedDB puts of the same records",
      value: filled.all / raw,
      unit: "×",
      goal: { at_most: 0.5 },
      figures: {
        records: world.records,
        seconds: (filled.all / 1000).toFixed(1),
        customers_after_s: (filled.customers / 1000).toFixed(1),
        main_thread_s: (cpu / 1000).toFixed(1),
        tasks_over_50_ms: long.length,
        longest_ms: Math.round(Math.max(0, ...long)),
      },
    },
    {
      what: "unlock → every customer at the counter",
      value: at(usable, 0.5) / 1000,
      unit: "s",
      goal: { at_most: 1 },
      figures: {
        counter_shown_s: (Math.min(...shown) / 1000).toFixed(2),
        main_thread_s: (at(cpus, 0.5) / 1000).toFixed(2),
      },
    },
    {
      what: "heap, opened again",
      value: heap / 1e6,
      unit: "MB",
      goal: { at_most: 250 },
      figures: { after_first_sync: Math.round(after / 1e6) },
    },
  ];
}

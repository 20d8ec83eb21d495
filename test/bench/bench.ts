// `npm run bench`: everything that has to be fast against its limit, in one run. docs/performance.md tells how to read it.
import { parseArgs } from "node:util";
import { endAll } from "./harness/beside.ts";
import { lineOf, lineOfMachine, machine, type Told, writeReport } from "./harness/report.ts";
import { type Bench, isGood, type Row } from "./harness/row.ts";
import { type Office, type OfficeWish, openOffice } from "./office/office.ts";
import { ROWS } from "./rows.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    full: { type: "boolean", default: false },
    /** Of the large company: a smaller one, for a quick look. */
    customers: { type: "string" },
  },
});
const names = ROWS.map(({ name }) => name);
const only = (values.only ?? []).flatMap((text) => text.split(","));
for (const name of only) {
  if (names.includes(name)) continue;
  console.error(`There is no row "${name}"; there are: ${names.join(", ")}`);
  process.exit(2);
}

const started = performance.now();
const seconds = (since: number) => Math.round((performance.now() - since) / 1_000);
const say = (text: string) => console.info(`  … ${text} (at ${seconds(started)} s)`);
/** Of the large company, beside which there are 1,000 small ones. */
const SIZES: { usual: OfficeWish; full: OfficeWish } = {
  usual: { customers: 30_000, months: 3, billed: 10_000 },
  full: { customers: 1_000_000, months: 2, billed: 100_000 },
};

const size = values.full ? SIZES.full : SIZES.usual;
const customers = values.customers ? Number(values.customers) : size.customers;
const wished: OfficeWish = { ...size, customers, billed: Math.min(size.billed, customers) };
const opened: { office?: Promise<Office> } = {};
const isWanted = ({ name, is_long }: Row) =>
  only.length > 0 ? only.includes(name) : !is_long || values.full;
const bench: Bench = {
  full: values.full,
  office: () => {
    opened.office ??= openOffice(wished, say);
    return opened.office;
  },
  makeReady: async () => {
    // Rows that ask for it tell why there is none.
    if (ROWS.some((row) => row.of_office && isWanted(row))) await bench.office().catch(() => undefined);
  },
  say,
};

let isStopped = false;
/** Somebody who stops it leaves no PostgreSQL and no server behind. */
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    isStopped = true;
    // What still measures loses its server meanwhile, which is no news and may not end this.
    process.on("uncaughtException", () => undefined);
    const stop = async () => {
      await endAll();
      await (await opened.office)?.stop();
    };
    void stop().finally(() => process.exit(1));
  });

const measuredOn = await machine();
console.info(lineOfMachine(measuredOn));
const told: Told[] = [];
const failed: string[] = [];
try {
  for (const row of ROWS) {
    if (isStopped) break;
    if (!isWanted(row)) {
      if (only.length === 0)
        console.info(`${row.name}: takes minutes, so only with --full, or --only ${row.name}`);
      continue;
    }
    console.info(row.name);
    const begun = performance.now();
    // What one row can't do keeps no other from being measured.
    const found = await row.run(bench).catch((error: unknown) => {
      console.error(error);
      failed.push(row.name);
      return [];
    });
    for (const finding of found) {
      told.push({ row: row.name, ...finding });
      console.info(lineOf(finding));
    }
    console.info(`  ${row.name} took ${seconds(begun)} s`);
  }
} finally {
  await (await opened.office)?.stop();
}
const judged = told.filter(({ goal, value }) => goal !== null && value !== null);
const missed = judged.filter((finding) => !isGood(finding));
const minutes = (performance.now() - started) / 60_000;
console.info(
  `${judged.length} measures with a goal, ${missed.length} of them short of it, and ${told.length - judged.length} without one, in ${minutes.toFixed(1)} minutes`,
);
for (const path of writeReport(measuredOn, told)) console.info(path);
if (failed.length > 0) console.info(`not measured, for an error: ${failed.join(", ")}`);
process.exitCode = missed.length + failed.length === 0 ? 0 : 1;

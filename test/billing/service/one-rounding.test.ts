// Money is divided and rounded by the rules of one file: a second rounding elsewhere is a cent that nobody can explain.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const WHERE = [
  "shared/billing",
  "shared/subscribers",
  "shared/reports",
  "server/billing",
  "server/subscribers",
];
/** A division, or something that rounds, in TypeScript or in SQL. */
const ROUNDS = /\bMath\.(round|floor|ceil|trunc)\(|\b(round|trunc|ceil|floor)\(|(?<![</*])\s\/\s(?![/*>])/;

/** What is divided there is no money: it counts periods, days and seconds; M-Pesa is asked for whole shillings, the next above. */
const COUNTS: Readonly<Record<string, number>> = {
  "server/billing/gateway/adapters/mpesa.ts": 1,
  "server/billing/gateway/adapters/razorpay.ts": 3,
  "server/billing/gateway/adapters/stripe.ts": 2,
  "shared/billing/invoice/price.rules.ts": 3,
  "shared/billing/reseller/wholesale.rules.ts": 1,
  "shared/billing/service/proration.rules.ts": 3,
};

const code = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\/\/.*$/gm, "")
    .replace(/"(?:[^"\\\n]|\\.)*"/g, '""');

it("Nothing but the kernel's money divides or rounds money", () => {
  const found: Record<string, string[]> = {};
  for (const folder of WHERE)
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })) {
      // Papers are measured, not paid.
      if (!file.endsWith(".ts") || file.startsWith("documents/")) continue;
      const lines = code(readFileSync(join(root, folder, file), "utf8")).split("\n");
      const rounding = lines.filter((line) => ROUNDS.test(line));
      if (rounding.length > 0) found[`${folder}/${file}`] = rounding.map((line) => line.trim());
    }
  const more = Object.entries(found).filter(([file, lines]) => lines.length !== COUNTS[file]);
  expect(more).toEqual([]);
  expect(Object.keys(COUNTS).filter((file) => !found[file])).toEqual([]);
});

// The network side, by ratios measured in one run: syncs against bare exchanges, walks against Debian's, many devices at
// once, and what an idle subscriber costs.
import { benchIdleCost } from "./network/idle-cost.ts";
import { benchWalks } from "./network/olt-walk.ts";
import { benchRoutersAtOnce } from "./network/routers-at-once.ts";
import { benchSync } from "./network/sync.ts";
import { isGood, lineOf, type Verdict } from "./network/verdict.ts";

const BENCHES: Record<string, () => Promise<Verdict[]>> = {
  sync: benchSync,
  walk: benchWalks,
  routers: benchRoutersAtOnce,
  idle: benchIdleCost,
};

const wanted = process.argv.slice(2);
let good = true;
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const verdict of await bench()) {
    console.info(lineOf(verdict));
    good &&= isGood(verdict);
  }
}
process.exitCode = good ? 0 : 1;

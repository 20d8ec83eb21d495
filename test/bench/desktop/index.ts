// The desktop of a provider with 100,000 customers and their money.
import type { Bench, Finding } from "../harness/row.ts";
import { measureCounter } from "./counter.ts";
import { measureFilling } from "./first-sync.ts";
import { measureOutbox } from "./outbox.ts";
import { openWorld } from "./world.ts";

/** `LASTMILE_BENCH_DESKTOP` asks for another size, for a quick look. */
const CUSTOMERS = Number(process.env.LASTMILE_BENCH_DESKTOP ?? 100_000);

export async function benchDesktop(bench: Bench): Promise<Finding[]> {
  bench.say(`a desktop with ${CUSTOMERS} customers`);
  const world = await openWorld(CUSTOMERS, bench.say);
  try {
    return [...(await measureFilling(world, bench.say)), ...(await measureCounter(world, bench.say))];
  } finally {
    await world.close();
  }
}

export async function benchOutbox(bench: Bench): Promise<Finding[]> {
  bench.say("10,000 commands of a desktop wait");
  return measureOutbox(bench);
}

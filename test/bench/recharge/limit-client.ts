// Calls one statement as fast as it is answered, from a process of its own, until its input ends:
// `node limit-client.ts <url> <statement> <clients> <customers>`.
import { openPool } from "../../../server/kernel/db/db.ts";

const [url = "", statement = "", clients = "1", customers = "1"] = process.argv.slice(2);

const ended: { at: number; latency_ms: number }[] = [];
let isOver = false;
process.stdin.resume().once("end", () => {
  isOver = true;
});
const pools = Array.from({ length: Number(clients) }, () => openPool(url, null, 1));
await Promise.all(
  pools.map(async (sql) => {
    while (!isOver) {
      const sent = performance.now();
      await sql.unsafe(statement, [1 + Math.floor(Math.random() * Number(customers))], { prepare: true });
      ended.push({ at: Date.now(), latency_ms: performance.now() - sent });
    }
    await sql.end();
  }),
);
process.stdout.write(JSON.stringify(ended));

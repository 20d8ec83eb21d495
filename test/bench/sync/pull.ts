// All customers of the large company over sync.pull against COPY … TO STDOUT of the same rows.
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Costs, costsOf } from "../harness/costs.ts";
import type { Bench, Finding } from "../harness/row.ts";
import { inTurn, median, spread } from "../harness/statistics.ts";
import { HttpClient } from "../office/http-load.ts";
import { pullAll } from "../office/wire.ts";

const ROUNDS = 7;

interface Round {
  rows_per_second: number;
  bytes_per_second: number;
  costs: Costs;
}

type Rate = "rows_per_second" | "bytes_per_second";

export async function benchPull(bench: Bench): Promise<Finding[]> {
  const office = await bench.office();
  const { large, sql } = office;
  const client = new HttpClient(office.url, large.owner.token);
  const copyAll = async () => {
    let bytes = 0;
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        done();
      },
    });
    const rows = await sql
      .unsafe(`copy (select * from customers where tenant_id = '${large.id}') to stdout`)
      .readable();
    await pipeline(rows, sink);
    return { documents: large.customers, bytes };
  };
  const measured =
    (work: () => Promise<{ documents: number; bytes: number }>) => async (): Promise<Round> => {
      const start = performance.now();
      const { result, costs } = await costsOf(office, work);
      const seconds = (performance.now() - start) / 1_000;
      if (result.documents < large.customers) throw new Error(`only ${result.documents} customers came`);
      return { rows_per_second: result.documents / seconds, bytes_per_second: result.bytes / seconds, costs };
    };
  const pull = () => pullAll(client, "customers");
  // A server that has just started compiles its own code beside the first ones.
  for (const warmUp of [pull, pull, copyAll]) await warmUp();
  const [pulls = [], copies = []] = await inTurn(ROUNDS, [measured(pull), measured(copyAll)]);
  client.close();
  const ratios = (name: Rate) => pulls.map((one, at) => one[name] / copies[at]![name]);
  const each = (name: keyof Costs, rounds: readonly Round[]) =>
    ((median(rounds.map(({ costs }) => costs[name])) * 1_000) / large.customers).toFixed(1);
  const rate = (name: Rate, unit: number, rounds: readonly Round[]) =>
    (median(rounds.map((one) => one[name])) / unit).toLocaleString("en", { maximumFractionDigits: 0 });
  const what = `sync.pull of ${large.customers.toLocaleString("en")} customers against COPY`;
  const [bytes, rows] = [ratios("bytes_per_second"), ratios("rows_per_second")];
  return [
    {
      what: `${what}: ${rate("bytes_per_second", 1e6, pulls)} of ${rate("bytes_per_second", 1e6, copies)} MB a second`,
      ...{ value: median(bytes), unit: "", goal: { at_least: 0.4 }, spread: spread(bytes) },
      figures: {
        a_row: `server ${each("server_cpu_ms", pulls)} + database ${each("database_cpu_ms", pulls)} µs of CPU; COPY ${each("database_cpu_ms", copies)} µs`,
      },
    },
    {
      what: `${what}: ${rate("rows_per_second", 1, pulls)} of ${rate("rows_per_second", 1, copies)} rows a second`,
      ...{ value: median(rows), unit: "", goal: null, spread: spread(rows) },
    },
  ];
}

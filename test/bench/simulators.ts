// Simulated devices in a thread of their own, so that what a bench measures of the agent is not the devices' work.
import { parentPort, Worker, workerData } from "node:worker_threads";
import { oltModel } from "../../main/network/simulators/olt/models/index.ts";
import { startOltSimulator } from "../../main/network/simulators/olt/olt.ts";
import { makeOnus } from "../../main/network/simulators/olt/onus.ts";
import { startRouterSimulator } from "../../main/network/simulators/router.ts";
import { formatComment } from "../../shared/network/comment.rules.ts";

export interface Wanted {
  routers: number;
  /** Subscribers of each router, all on-line. */
  subscribers: number;
  /** Whose marker stands before the subscribers' comments. */
  marker: string | null;
  /** One OLT with this many ONUs, which answers after `delay_ms`; 0: none. */
  onus: number;
  delay_ms: number;
}

export interface Running {
  routers: { host: string; port: number }[];
  olt: { host: string; port: number } | null;
  /** Rows that the routers printed since the start. */
  printed(): Promise<number>;
  stop(): Promise<void>;
}

/** The same id for the same subscriber at every run. */
export const customerId = (router: number, number: number): string =>
  `0197c000-0000-7000-8${String(router).padStart(3, "0")}-${String(number).padStart(12, "0")}`;

const PER_PORT = 64;

export async function startSimulators(wanted: Partial<Wanted>): Promise<Running> {
  const worker = new Worker(new URL(import.meta.url), { workerData: wanted });
  const answer = (message?: string) =>
    new Promise<unknown>((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
      if (message) worker.postMessage(message);
    });
  const started = (await answer()) as Pick<Running, "routers" | "olt">;
  return {
    ...started,
    printed: async () => Number(await answer("printed")),
    stop: async () => {
      await worker.terminate();
    },
  };
}

async function serve(port: NonNullable<typeof parentPort>): Promise<void> {
  const {
    routers = 0,
    subscribers = 0,
    marker = null,
    onus = 0,
    delay_ms = 0,
  } = workerData as Partial<Wanted>;
  const started = await Promise.all(
    Array.from({ length: routers }, (_, router) =>
      startRouterSimulator({
        connect_delay_ms: 0,
        secrets: Array.from({ length: subscribers }, (_row, number) => {
          const name = `user${String(number + 1).padStart(5, "0")}`;
          const comment = marker ? formatComment(marker, customerId(router, number), name, "") : "";
          return { name, password: `${name}-pass`, comment };
        }),
      }),
    ),
  );
  for (const router of started) for (const { name } of router.secrets()) router.setCpe(name, true);
  const olt =
    onus === 0
      ? null
      : await startOltSimulator({
          model: oltModel("huawei-gpon"),
          ports: onus / PER_PORT,
          onus: makeOnus({ ports: onus / PER_PORT, per_port: PER_PORT, media: "GPON", first: 0 }),
        });
  if (delay_ms > 0) olt?.faults.add({ kind: "delay", ms: delay_ms });
  port.on("message", () => port.postMessage(started.reduce((sum, { printed }) => sum + printed, 0)));
  const place = ({ host, port: at }: { host: string; port: number }) => ({ host, port: at });
  port.postMessage({ routers: started.map(place), olt: olt && place(olt) });
}

if (parentPort && workerData !== null) await serve(parentPort);

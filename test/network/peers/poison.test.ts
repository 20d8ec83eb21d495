// One agent among devices that answer with poison: each ends in plain words or in what could be read, the agent lives on, and
// the healthy device beside them is looked at as if it were alone.
import { createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Agent, createAgent } from "../../../main/agent.ts";
import type { ServerLink } from "../../../main/network/server-link.ts";
import type { OltFault } from "../../../main/network/simulators/olt/faults.ts";
import { oltModel } from "../../../main/network/simulators/olt/models/index.ts";
import { type OltSimulator, startOltSimulator } from "../../../main/network/simulators/olt/olt.ts";
import { type RouterSimulator, startRouterSimulator } from "../../../main/network/simulators/router.ts";
import { encodeSentence, SentenceReader } from "../../../main/network/simulators/wire.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { type ObserveInput, observeInput, type RouterAccess } from "../../../shared/network/agent-wire.ts";
import {
  type ObserveOltInput,
  type OltAccess,
  observeOltInput,
} from "../../../shared/network/olt/olt-wire.ts";
import { accessTo, until } from "../helpers/fixtures.ts";
import { oltAccess } from "../snmp/helpers/access.ts";

const SERIALS = "1.3.6.1.4.1.2011.6.128.1.1.2.43.1.3";

/**
 * What an OLT answers, and how it is read: all the same, not or in part, with nothing known of its ONUs, or whichever (an
 * answer too short for its length may hold all that was asked for).
 */
const SICK_OLTS: [string, OltFault, "whole" | "ill" | "unknown" | "any"][] = [
  ["noise", { kind: "malformed", how: "noise" }, "ill"],
  ["datagrams cut short", { kind: "malformed", how: "cut" }, "ill"],
  ["lengths beyond the datagram's end", { kind: "malformed", how: "length" }, "any"],
  ["a version nobody speaks", { kind: "malformed", how: "version" }, "ill"],
  ["empty datagrams", { kind: "malformed", how: "empty" }, "ill"],
  ["nothing", { kind: "silent" }, "ill"],
  ["other requests' answers", { kind: "wrong_id" }, "ill"],
  ["errors", { kind: "error", code: 5 }, "ill"],
  ["the same row again and again", { kind: "repeat" }, "ill"],
  ["rows that begin anew", { kind: "loop", oid: SERIALS }, "ill"],
  ["rows without end", { kind: "endless", oid: SERIALS }, "ill"],
  ["numbers for texts and texts for numbers", { kind: "wrong_type" }, "unknown"],
  ["a text of 60,000 bytes for each value", { kind: "huge", bytes: 60_000 }, "any"],
  ["each answer twice", { kind: "duplicate" }, "whole"],
  ["answers of which one in five is lost", { kind: "loss", share: 0.2 }, "whole"],
  ["nothing to large questions", { kind: "stall_bulk", over: 10 }, "whole"],
];

const tagOf = (sentence: readonly string[]): string[] => sentence.filter((word) => word.startsWith(".tag="));
const BIG_WORD = 200 * 1024 * 1024;

/** Streams bytes for as long as the other side takes them. */
function pour(socket: Socket, bytes: Buffer): void {
  const more = (): void => {
    while (socket.writable && socket.write(bytes));
  };
  socket.on("drain", more);
  more();
}

/** What a router does once somebody connects. */
const SICK_ROUTERS: [string, (socket: Socket) => void][] = [
  [
    "random bytes",
    (socket) => pour(socket, Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 197 + 91) & 0xff))),
  ],
  [
    "a word of 200 MB",
    (socket) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE((0xe0000000 + BIG_WORD) >>> 0);
      socket.write(length);
      pour(socket, Buffer.alloc(65_536, "x"));
    },
  ],
  [
    "rows without end",
    (socket) => {
      const reader = new SentenceReader();
      socket.on("data", (bytes: Buffer) => {
        for (const sentence of reader.push(bytes)) {
          const tag = tagOf(sentence);
          if (sentence[0] === "/login") socket.write(encodeSentence(["!done", ...tag]));
          else {
            socket.removeAllListeners("drain");
            const row = encodeSentence(["!re", ...tag, "=.id=*1", "=name=again", "=uptime=1w"]);
            pour(socket, Buffer.concat(Array.from({ length: 1_000 }, () => row)));
          }
        }
      });
    },
  ],
  [
    "answers of wrong types",
    (socket) => {
      const reader = new SentenceReader();
      socket.on("data", (bytes: Buffer) => {
        for (const sentence of reader.push(bytes)) {
          const tag = tagOf(sentence);
          if (sentence[0] !== "/login")
            socket.write(
              encodeSentence(["!re", ...tag, "=name", "==", "=uptime=yesterday", "=cpu-load=many", "plain"]),
            );
          socket.write(encodeSentence(["!done", ...tag]));
        }
      });
    },
  ],
  ["a cut right away", (socket) => socket.resetAndDestroy()],
];

let agent: Agent;
const olts: OltSimulator[] = [];
const simulators: RouterSimulator[] = [];
const servers: Server[] = [];
const sockets = new Set<Socket>();
const routerAccesses: RouterAccess[] = [];
const oltAccesses: OltAccess[] = [];
const looks: ObserveInput[] = [];
const readings: ObserveOltInput[] = [];
const strays: unknown[] = [];
const onStray = (error: unknown): void => {
  strays.push(error);
};

async function listenTo(behave: (socket: Socket) => void): Promise<RouterAccess> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    behave(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const host = "127.0.0.1";
  return {
    ...accessTo({ host, port, users: [] } as unknown as RouterSimulator),
    username: "lastmile",
    password: "x",
  };
}

async function startOlt(fault: OltFault | null): Promise<OltAccess> {
  const olt = await startOltSimulator({ model: oltModel("huawei-gpon"), ports: 2, drift_db: 0 });
  olts.push(olt);
  if (fault) olt.faults.add(fault);
  return oltAccess(olt.port, { id: newId(), vendor: "HUAWEI" });
}

const link: ServerLink = {
  hello: async () => ({
    routers: routerAccesses,
    watched_elsewhere: [],
    poll_seconds: 1,
    olts: oltAccesses,
    olts_watched_elsewhere: [],
    olt_poll_seconds: 1,
  }),
  lease: async () => ({ jobs: [], olt_jobs: [] }),
  renew: async () => ({ accepted: true }),
  report: async () => ({ accepted: true }),
  snapshot: async () => ({ accepted: true }),
  answer: async () => ({ wanted: false }),
  observe: async (input) => {
    // What the server would refuse fails here.
    looks.push(observeInput.parse(input));
    return { watch: true };
  },
  observeOlt: async (input) => {
    readings.push(observeOltInput.parse(input));
    return { watch: true };
  },
  onWake: (_agent, listener) => {
    listener({ routers: true });
    return () => undefined;
  },
  close: () => undefined,
};

const healthy = { router: "", olt: "" };

beforeAll(async () => {
  process.on("uncaughtException", onStray);
  process.on("unhandledRejection", onStray);
  for (const [, fault] of SICK_OLTS) oltAccesses.push(await startOlt(fault));
  oltAccesses.push(await startOlt(null));
  for (const [, behave] of SICK_ROUTERS) routerAccesses.push(await listenTo(behave));
  const router = await startRouterSimulator();
  simulators.push(router);
  routerAccesses.push(accessTo(router));
  healthy.olt = oltAccesses.at(-1)?.id ?? "";
  healthy.router = routerAccesses.at(-1)?.id ?? "";
  agent = createAgent({
    link,
    agent_id: newId(),
    name: "Office",
    allowLoopback: true,
    log: () => undefined,
    timings: {
      look_ms: 500,
      olt_look_ms: 500,
      olt_all_ms: 500,
      offline_probe_ms: 20_000,
      olt_offline_max_ms: 3_000,
    },
    router_timeouts: { connect_timeout_ms: 1_000, login_timeout_ms: 1_000, command_timeout_ms: 1_000 },
    olt_timeouts: { timeout_ms: 200, slow_timeout_ms: 200 },
  });
  agent.start();
});
afterAll(async () => {
  process.off("uncaughtException", onStray);
  process.off("unhandledRejection", onStray);
  for (const socket of sockets) socket.destroy();
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  await Promise.all([...olts, ...simulators].map((simulator) => simulator.close()));
});

test.each(SICK_OLTS)(
  "An OLT that answers with %s is read or told off in plain words",
  async (name, _fault, end) => {
    const id = oltAccesses[SICK_OLTS.findIndex(([known]) => known === name)]?.id;
    const told = () => readings.filter(({ olt }) => olt === id);
    if (end === "whole") {
      await until("a whole reading", () =>
        told().some(({ reading }) => reading?.is_complete && reading.onus.length === 32),
      );
      return;
    }
    const unknown = ({ reading }: ObserveOltInput): boolean =>
      reading?.onus.every(({ status, rx_power_dbm }) => status === "UNKNOWN" && rx_power_dbm === null) ??
      false;
    if (end === "unknown" || end === "any") {
      await until("a word of it", () => told().some((input) => end === "any" || unknown(input)));
      return;
    }
    const ill = ({ status, last_error, reading }: ObserveOltInput): boolean =>
      status === "OFFLINE"
        ? Boolean(last_error)
        : reading !== undefined &&
          (reading.warnings.length > 0 || !reading.is_complete || reading.onus.length === 0);
    await until("plain words", () => told().some(ill));
  },
);

test.each(SICK_ROUTERS)(
  "A router that answers with %s is told off-line in plain words, or seen without what it got wrong",
  async (name) => {
    const id = routerAccesses[SICK_ROUTERS.findIndex(([known]) => known === name)]?.id;
    const told = () => looks.filter(({ router }) => router === id);
    await until("a word of it", () =>
      told().some(({ status, last_error }) => status === "ONLINE" || Boolean(last_error)),
    );
    if (name !== "answers of wrong types")
      expect(told().every(({ status }) => status === "OFFLINE")).toBe(true);
  },
);

test("The healthy devices beside them are looked at again and again, nothing strays, and the agent stops at once", async () => {
  const seen = () =>
    looks.filter(({ router, status }) => router === healthy.router && status === "ONLINE").length;
  const read = () =>
    readings.filter(({ olt, reading }) => olt === healthy.olt && reading?.is_complete).length;
  const [before, before_read] = [seen(), read()];
  await until("looks at the healthy router", () => seen() > before + 2);
  await until("readings of the healthy OLT", () => read() > before_read + 2);
  await agent.stop();
  expect(strays).toEqual([]);
});

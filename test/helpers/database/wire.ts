// Stands between a server and PostgreSQL and counts round trips: what no statement's text tells.
import { connect, createServer, type Socket } from "node:net";
import { localSocket } from "../../../server/kernel/db/sockets.ts";

export interface Wire {
  /** The database's address through here. */
  url: string;
  /** Round trips since the last call, of the connections of one role: how often something was sent after an answer. */
  trips(role: string): number;
  /** Ends the connection that makes a role's next round trip of this number, counted from 1: before it reaches the database, or after. */
  cut(role: string, trip: number, when: "before" | "after"): void;
  /** Whether it came to that; nothing is cut from then on. */
  wasCut(): boolean;
  stop(): Promise<void>;
}

/** Opens a way to the database at `url` that counts. */
export async function openWire(url: string): Promise<Wire> {
  const to = new URL(url);
  const counts = new Map<string, number>();
  const open = new Set<Socket>();
  let cutting: { role: string; left: number; when: "before" | "after" } | null = null;
  let was_cut = false;
  /** When this trip's connection ends; null: it does not. */
  const endOf = (role: string) => {
    if (cutting?.role !== role) return null;
    cutting.left -= 1;
    if (cutting.left > 0) return null;
    const { when } = cutting;
    cutting = null;
    was_cut = true;
    return when;
  };
  const server = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    let role: string | null = null;
    let isAnswered = true;
    let is_lost = false;
    near.on("data", (bytes) => {
      // The first packet names the role.
      role ??= /user\0(\w+)/.exec(bytes.toString("latin1"))?.[1] ?? "";
      const ends = isAnswered ? endOf(role) : null;
      if (isAnswered) counts.set(role, (counts.get(role) ?? 0) + 1);
      isAnswered = false;
      if (ends === "before") return far.destroy();
      if (ends === "after") is_lost = true;
      return far.write(bytes);
    });
    far.on("data", (bytes) => {
      if (is_lost) return far.destroy();
      isAnswered = true;
      return near.write(bytes);
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one.setNoDelay(true));
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const through = new URL(localSocket(url).tcp_url);
  through.port = String(address !== null && typeof address === "object" ? address.port : 0);
  return {
    url: through.href,
    trips(name) {
      const trips = counts.get(name) ?? 0;
      counts.set(name, 0);
      return trips;
    },
    cut(role, trip, when) {
      cutting = { role, left: trip, when };
      was_cut = false;
    },
    wasCut() {
      cutting = null;
      return was_cut;
    },
    stop: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

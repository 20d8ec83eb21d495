// A door before PostgreSQL that counts what passes: statements, and how often the server waits for an answer before it
// sends on. Counted at the socket, so whatever the driver does is seen.
import { connect, createServer, type Socket } from "node:net";
import { localSocket } from "../../../server/kernel/db/sockets.ts";

export interface Passed {
  statements: number;
  /** Times that something was sent on a connection after an answer had come on it. */
  round_trips: number;
}

export interface CountingProxy {
  /** The same database, through this door. */
  url: string;
  passed(): Passed;
  close(): void;
}

const HEAD = 5;

/** Counts the messages of one connection's client: each begins with a letter and its length (but the greeting has no letter). */
class Messages {
  #left: Buffer = Buffer.alloc(0);
  #greeted = false;

  /** How many statements these bytes ask to run: simple queries, and executions of prepared ones. */
  statements(bytes: Buffer): number {
    this.#left = this.#left.length === 0 ? bytes : Buffer.concat([this.#left, bytes]);
    let found = 0;
    for (;;) {
      const head = this.#greeted ? HEAD : HEAD - 1;
      if (this.#left.length < head) return found;
      const length = this.#left.readUInt32BE(head - 4) + (head - 4);
      if (this.#left.length < length) return found;
      const letter = this.#greeted ? String.fromCharCode(this.#left[0] ?? 0) : "";
      if (letter === "Q" || letter === "E") found += 1;
      this.#greeted = true;
      this.#left = this.#left.subarray(length);
    }
  }
}

/** Opens the door before the database of this address. */
export async function openCountingProxy(database_url: string): Promise<CountingProxy> {
  const target = new URL(database_url);
  const passed: Passed = { statements: 0, round_trips: 0 };
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (client) => {
    const database = connect({ port: Number(target.port), host: target.hostname, noDelay: true });
    const messages = new Messages();
    let answered = true;
    client.on("data", (bytes) => {
      passed.statements += messages.statements(bytes);
      if (answered) passed.round_trips += 1;
      answered = false;
      database.write(bytes);
    });
    database.on("data", (bytes) => {
      answered = true;
      client.write(bytes);
    });
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy());
      one.on("close", () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const url = new URL(localSocket(database_url).tcp_url);
  url.port = String(typeof address === "object" ? address?.port : 0);
  return {
    url: url.href,
    passed: () => ({ ...passed }),
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

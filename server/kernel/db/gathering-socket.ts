// A connection's socket that sends what one turn of the event loop writes as one packet: the driver writes a statement at a
// time, and each write is a call of the system on both sides.
import { existsSync } from "node:fs";
import { Socket } from "node:net";

class GatheringSocket extends Socket {
  #isGathering = false;

  override write(...args: unknown[]): boolean {
    if (!this.#isGathering) {
      this.#isGathering = true;
      this.cork();
      setImmediate(() => {
        this.#isGathering = false;
        this.uncork();
      });
    }
    return (super.write as (...args: unknown[]) => boolean)(...args);
  }
}

/**
 * So many bytes may lie unsent before the driver waits, which then sends a statement for each answer: more than what a push or
 * a chunk of a month's bills sends at once.
 */
const UNSENT_BYTES = 1_048_576;

/** What the driver knows of where the database is. */
interface Place {
  host: string[];
  port: number[];
}

/**
 * Opens sockets for the driver, to one of the addresses after the other.
 * @param local of a database on this machine (local-socket.ts), as long as it is there.
 */
export function gatheringSockets(local: string | null): (place: Place) => Socket {
  let opened = 0;
  return ({ host, port }) => {
    const socket = new GatheringSocket({ writableHighWaterMark: UNSENT_BYTES } as object);
    if (local && existsSync(local)) return socket.connect(local);
    const at = opened++ % host.length;
    const address = { host: host[at] ?? "localhost", port: port[at] ?? 5432 };
    // The driver names the host to TLS by it.
    return Object.assign(socket.setNoDelay(true).connect(address), { host: address.host });
  };
}

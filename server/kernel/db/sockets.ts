// The sockets on which the database is spoken to: where they lead, and how much may lie in one unsent.
import { existsSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";

/**
 * The address as the driver takes it, which knows no folders, and the socket that its folder holds, where it names one as
 * PostgreSQL's own programs take it (`?host=/folder`): what goes over TCP on one machine, both sides pay for, some 8 % of a recharge.
 */
export function localSocket(url: string): { tcp_url: string; socket: string | null } {
  const address = new URL(url);
  const folder = address.searchParams.get("host");
  if (!folder?.startsWith("/")) return { tcp_url: url, socket: null };
  address.searchParams.delete("host");
  return { tcp_url: address.href, socket: join(folder, `.s.PGSQL.${address.port || 5432}`) };
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
 * @param local of a database on this machine (`localSocket`), as long as it is there.
 */
export function databaseSockets(local: string | null): (place: Place) => Socket {
  let opened = 0;
  return ({ host, port }) => {
    const socket = new Socket({ writableHighWaterMark: UNSENT_BYTES } as object);
    if (local && existsSync(local)) return socket.connect(local);
    const at = opened++ % host.length;
    const address = { host: host[at] ?? "localhost", port: port[at] ?? 5432 };
    // The driver names the host to TLS by it.
    return Object.assign(socket.setNoDelay(true).connect(address), { host: address.host });
  };
}

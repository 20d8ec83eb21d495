// A database on this machine is spoken to through a socket in a folder, where its address names one as PostgreSQL's own programs
// take it (`?host=/folder`): what goes over TCP, both sides pay for in the kernel, some 8 % of a recharge.
import { join } from "node:path";

/** The address as the driver takes it, which knows no folders, and the socket that its folder holds. */
export function localSocket(url: string): { tcp_url: string; socket: string | null } {
  const address = new URL(url);
  const folder = address.searchParams.get("host");
  if (!folder?.startsWith("/")) return { tcp_url: url, socket: null };
  address.searchParams.delete("host");
  return { tcp_url: address.href, socket: join(folder, `.s.PGSQL.${address.port || 5432}`) };
}

// By what name a customer's own load is measured on their router.
import type { Connection } from "../plan/plan-wire.ts";

/** The interface or simple queue that is this customer's alone; RouterOS names those that it makes itself. */
export function trafficName(connection: Connection, username: string): string {
  switch (connection) {
    case "PPPOE":
      return `<pppoe-${username}>`;
    case "HOTSPOT":
      return `<hotspot-${username}>`;
    case "STATIC":
      return username;
  }
}

// What screens have of a replica. The session's own doors (token, sign-in of the device, wiping) are not among it, so that
// something else can stand in for it: practice, which has no server.
import type { Client } from "../connection/client.ts";
import type { Replica } from "./replica.ts";

/** The server as screens ask it. */
export type ServerDoor = Pick<Client, "rest" | "file" | "upload">;

type OfTheSession =
  | "status$"
  | "setToken"
  | "hasToken"
  | "register"
  | "handInFor"
  | "storeGone"
  | "diskFull"
  | "readyToWipe"
  | "over"
  | "close";

export type ScreenReplica = {
  readonly [K in Exclude<keyof Replica, OfTheSession>]: K extends "client" ? ServerDoor : Replica[K];
};

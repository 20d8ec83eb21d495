// A session in which nothing lies on this computer: what the parts of screens ask of a replica, answered with "nothing is
// here, nothing waits, ask the server".
import type { Client } from "../connection/client.ts";
import type { Observable, OpenReplica } from "../replica/index.ts";

const always = <T>(value: T): Observable<T> => ({ getSnapshot: () => value, subscribe: () => () => {} });

const NOTHING: readonly never[] = [];

/** Stands for a replica where all records are the server's. */
export function withoutReplica(client: Client): OpenReplica {
  const nothing = {
    client,
    open$: always(NOTHING),
    progress$: always({ phase: "ready" }),
    records: { peek: () => null, some: () => NOTHING },
    count: () => 0,
    observe: () => always(NOTHING),
    pendingFor: () => always(NOTHING),
    syncNow: () => {},
    hasToken: () => true,
    over: () => {},
    close: async () => {},
  } satisfies Partial<Record<keyof OpenReplica, unknown>>;
  // The class has private members, which no object of another making can have.
  return nothing as unknown as OpenReplica;
}

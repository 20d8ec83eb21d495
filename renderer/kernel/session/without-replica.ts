// A session that stores nothing on this computer: what screens ask of a replica, answered with "nothing is here, nothing
// waits, ask the server". It has all that a screen may use, so that the compiler says what it lacks when screens use more.
import { LocalFailure } from "../connection/local-failure.ts";
import type { Observable, Replica, ServerDoor } from "../replica/index.ts";
import { profileInMemory } from "../replica/memory/profile.ts";

const always = <T>(value: T): Observable<T> => ({ getSnapshot: () => value, subscribe: () => () => {} });

const NOTHING: Observable<readonly never[]> = always([]);

/** Why nothing is queued: commands are a registered device's. */
async function noDevice(): Promise<never> {
  throw new LocalFailure("DEVICE_NOT_REGISTERED", "Nothing is done offline in this session.");
}

/** Stands for a replica where all records are the server's. What is typed into a form is kept until the window is closed. */
export function withoutReplica(client: ServerDoor): Replica {
  return {
    client,
    profile: profileInMemory(),
    outbox$: always({ commands: [], damaged: [], sealed: 0 }),
    open$: NOTHING,
    attachments$: NOTHING,
    progress$: always({ phase: "ready", done: 0, total: 0, current: null, documents: 0 }),
    records: { peek: () => null, some: () => [] },
    observe: () => NOTHING,
    get: async () => null,
    find: async () => [],
    arrangement: () => ({ matches: () => false, compare: () => 0 }),
    count: () => 0,
    projection: ({ open }) => open(),
    pendingFor: () => NOTHING,
    send: noDevice,
    nextReceiptNumber: noDevice,
    attachment: async () => null,
    discardAttachment: noDevice,
    retryAttachments: noDevice,
    retry: noDevice,
    dismiss: noDevice,
    dismissDamaged: noDevice,
    syncNow: () => {},
    reconnect: () => {},
  };
}

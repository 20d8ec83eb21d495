// Practice: everything is done on a copy of the office in this window's memory. It begins and ends with one act.
import { newId } from "../../../shared/kernel/id.ts";
import { NO_CONNECTION, standBefore } from "../connection/connection.ts";
import { partOf } from "../connection/load-part.ts";
import { type Key, speakFor } from "../i18n/index.ts";
import { tenantFormat } from "../money-format.ts";
import { useSession } from "../session/session-store.ts";
import type { PracticeServer } from "./outcomes.ts";
import { NOBODY, usePractice } from "./practising.ts";

let words: ReadonlyMap<Key, Key> = new Map();
let server: () => Promise<PracticeServer> = async () => ({ outcomes: [], begin: [] });

/**
 * Makes known what screens say otherwise in practice, and what stands in for the server; call once before the first render.
 */
export function knowPractice(
  others: readonly (readonly [said: Key, instead: Key])[],
  loadServer: () => Promise<PracticeServer>,
): void {
  words = new Map(others);
  server = loadServer;
}

let stopWatching = (): void => {};

/**
 * Begins practice, or begins it again on the office as it is now. What waits in the outbox is still handed in.
 * @param from Where leaving leads back to.
 * @throws LocalFailure PART_MISSING.
 */
export async function beginPractice(from: string): Promise<void> {
  const { replica: office, account, identity } = useSession.getState();
  if (!office || !account || !identity) return;
  const [{ DEVICE, PracticeReplica }, known] = await partOf(
    Promise.all([import("./practice-replica.ts"), server()]),
  );
  // They may have locked it since.
  if (useSession.getState().replica !== office) return;
  const since = new Date().toISOString();
  const { digits, timezone } = tenantFormat(identity.settings, "en");
  const { user_id, username } = account;
  const who = { user_id, username, holder: DEVICE.device_code, digits, timezone };
  const { last_in_sync_at } = office.status$.getSnapshot();
  stopWatching();
  // The session's end is the end of practice.
  stopWatching = useSession.subscribe(({ replica }) => {
    if (replica !== office) leavePractice();
  });
  speakFor(words);
  standBefore({ ...NO_CONNECTION, state: "practice", since, last_in_sync_at });
  const begun = usePractice.getState();
  usePractice.setState({
    replica: new PracticeReplica(office, who, known),
    id: newId(),
    from: begun.replica ? begun.from : from,
  });
}

/** Ends it: everything that was done is gone. */
export function leavePractice(): void {
  stopWatching();
  stopWatching = () => {};
  speakFor(new Map());
  standBefore(null);
  usePractice.setState(NOBODY, true);
}

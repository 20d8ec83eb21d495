// When the records that an applied command changed have arrived, so that its expected values may go without a flicker.
import { operationNamed } from "../../../../shared/kernel/registry.ts";
import type { Memory } from "../memory/memory.ts";
import type { Outbox } from "./outbox.ts";
import type { QueuedCommand } from "./outbox-store.ts";
import { changedBy } from "./scope.ts";

/** An answer that names no record counts as arrived after this long and a pull. */
const BLIND_MS = 2000;
/** Longest wait for a record that does not come, e.g. since it was deleted right after. */
const GIVE_UP_MS = 15_000;

function objectOf(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
}

/** The record in an operation's answer: the answer itself, or the one under the resource's name. */
function recordIn(command: QueuedCommand): Record<string, unknown> | null {
  const result = objectOf(command.result);
  const nested = objectOf(result?.[operationNamed(command.kind)?.on.name ?? ""]);
  return [nested, result].find((body) => typeof body?.id === "string") ?? null;
}

export type Confirmer = ReturnType<typeof createConfirmer>;

/** Follows applied commands until they are confirmed. */
export function createConfirmer(outbox: Outbox, memory: Pick<Memory, "get">) {
  /** When the last finished pull of a collection was begun. */
  const pulled = new Map<string, number>();
  /** When a command's own record was first seen here. */
  const arrived = new Map<string, number>();

  /** What is answered need not be of the operation's own collection: a reply to a ticket. */
  async function hasArrived(
    command: QueuedCommand,
    own: string | undefined,
    visible: readonly string[],
    age: number,
  ): Promise<boolean> {
    const record = recordIn(command);
    if (age > GIVE_UP_MS) return true;
    if (!record || own === undefined) return age > BLIND_MS;
    const found = await Promise.all(visible.map((name) => memory.get(name, String(record.id))));
    const here = found.find((one) => one !== null);
    if (!here) return false;
    return typeof record.version !== "number" || Number(here.version) >= record.version;
  }

  return {
    pulled(collection: string, begun: number): void {
      pulled.set(collection, begun);
    },

    /** Confirms what can be; answers the collections to pull again for the rest. */
    async check(offered: ReadonlySet<string>): Promise<string[]> {
      const open = [...outbox.unconfirmed];
      const confirmed: QueuedCommand[] = [];
      const again = new Set<string>();
      for (const command of open) {
        const touched = changedBy(command.kind);
        const visible = touched.filter((collection) => offered.has(collection));
        const own = visible.find((collection) => collection === touched[0]);
        const age = Date.now() - Date.parse(command.settled_at ?? "");
        const seen = visible.length === 0 || (await hasArrived(command, own, visible, age));
        if (seen && !arrived.has(command.id)) {
          arrived.set(command.id, performance.now());
        }
        const since = arrived.get(command.id);
        // The own record came with the snapshot that holds them all: any pull begun later has the others too.
        const stale =
          since === undefined
            ? visible.filter((name) => own === undefined || name === own)
            : visible.filter((name) => name !== own && (pulled.get(name) ?? 0) < since);
        if (since !== undefined && stale.length === 0) confirmed.push(command);
        for (const name of stale) again.add(name);
      }
      if (confirmed.length > 0) {
        const seqs = confirmed.map(({ device_seq }) => device_seq);
        await outbox.confirm(seqs, new Date().toISOString());
        for (const { id } of confirmed) arrived.delete(id);
      }
      return [...again];
    },
  };
}

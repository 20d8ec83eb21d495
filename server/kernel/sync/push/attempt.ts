// One push, and one command of it: what the steps of applying it share.
import type { Command } from "../../../../shared/kernel/sync/wire.ts";
import type { AreaModule } from "../../area.ts";
import { inTenant, type Tx } from "../../db/db.ts";
import { type Call, OperationContext } from "../../operation/context.ts";
import { type Implementation, tenantOf } from "../../operation/run-operation.ts";
import type { Author, Authors, PushContext } from "./authors.ts";
import type { DeviceTimes } from "./device-times.ts";

export interface PushingDevice {
  id: string;
  device_code: string;
  revoked_at: Date | null;
  registered_at: Date;
}

/** One batch of a device. */
export interface Push extends PushContext {
  device: PushingDevice;
  authors: Authors;
  /** When its commands count as having happened. */
  times: DeviceTimes;
}

/** A try at one command. */
export interface Attempt {
  push: Push;
  command: Command;
  /** As its author called it. */
  call: Call;
  /** The operation that it asks for; null: there is none of this name. */
  implementation: Implementation | null;
  /** The device's clock was not believed. */
  flagged: boolean;
  /** As whom it is judged, and what had ended of theirs. */
  author: Author;
  /** Whether its author ever had the right to what it asks for. */
  might_ever: boolean;
  /** The numbers just before it that never came in, and are not waited for any longer. */
  gap: { from: number; to: number } | null;
}

export const operationOf = (modules: readonly AreaModule[], kind: string): Implementation | null => {
  for (const module of modules) {
    const found = module.operations.find(({ operation }) => operation.name === kind && operation.offline);
    if (found) return found;
  }
  return null;
};

/** Whether money changed hands before the command was sent. */
export function isMoney({
  implementation,
  command,
}: Pick<Attempt, "implementation"> & { command: Pick<Command, "payload"> }): boolean {
  const money = implementation?.operation.money ?? false;
  return money === "payment" ? command.payload.payment != null : money;
}

export const contextOf = (tx: Tx, { push, call }: Pick<Attempt, "push" | "call">) =>
  new OperationContext(tx, tenantOf(call.principal), call, push.services);

/** A transaction that sees what the author of a command sees, or for the whole batch who hands it in. */
export const inTransaction = <T>(
  { services }: PushContext,
  work: (tx: Tx) => Promise<T>,
  { principal }: Pick<Call, "principal">,
) => inTenant(services.db, tenantOf(principal), work);

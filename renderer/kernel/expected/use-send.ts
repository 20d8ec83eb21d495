// Sends commands with what they are expected to leave, which follows from the declaration or from the operation's rule.
import { useCallback } from "react";
import { newId } from "../../../shared/kernel/id.ts";
import type { Command, PayloadOf } from "../../../shared/kernel/operation.ts";
import type { NewAttachment, QueuedCommand } from "../replica/index.ts";
import { useReplica } from "../replica-hooks.ts";
import { expectedEffects } from "./rules.ts";
import { useRuleContext } from "./use-rule-context.ts";

type Send = <O extends Command>(
  operation: O,
  payload: PayloadOf<O>,
  attachment?: NewAttachment,
) => Promise<QueuedCommand>;

/**
 * Answers a function that queues a command; when it resolves the command is safe on disk.
 * @throws Failure as the server would: nothing is sent then. LocalFailure as `Replica.send`.
 */
export function useSend(): Send {
  const replica = useReplica();
  const contextOf = useRuleContext();
  return useCallback(
    async (operation, payload, attachment) => {
      const command = newId();
      const context = contextOf(command);
      // An operation's input is an object: what the compiler can't see of any operation.
      const members = payload as Readonly<Record<string, unknown>>;
      const effects = await expectedEffects(replica, operation, members, context);
      return replica.send(operation, payload, {
        id: command,
        expected: { effects },
        occurred_at: context.now,
        ...(attachment ? { attachment } : {}),
      });
    },
    [replica, contextOf],
  );
}

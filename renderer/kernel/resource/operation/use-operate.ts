// Carries operations on records out: as a command where it works offline, else at the server, when on-line.
import { useMemo, useRef } from "react";
import { newId } from "../../../../shared/kernel/id.ts";
import { type Command, isCommand, type Operation } from "../../../../shared/kernel/operation.ts";
import { rightOf, rightsAmong } from "../../../../shared/kernel/registry.ts";
import { useServerAnswers } from "../../connection/server-answers.ts";
import { useOnline } from "../../connection/use-connection.ts";
import { useSend } from "../../expected/use-send.ts";
import { useReplica } from "../../replica-hooks.ts";
import { useSession } from "../../session/session-store.ts";

/** What an operation takes, as a form or a screen says it. */
export type Input = Readonly<Record<string, unknown>>;

export interface Operator {
  /** Whether this role may; where not, nothing of it is shown. */
  may(operation: Operation): boolean;
  /** Whether it can be done now. */
  ready(operation: Operation): boolean;
  /** Answers what the server answered; null for a command, whose answer comes later. */
  run(operation: Operation, id: string, input: Input): Promise<unknown>;
}

/** Of what this computer holds a part of, lists are the server's, and what is done there is done there. */
const asCommand = (operation: Operation): operation is Command =>
  isCommand(operation) && !operation.on.replica_own;

export function useOperate(): Operator {
  const replica = useReplica();
  const queries = useServerAnswers();
  const send = useSend();
  const online = useOnline();
  const can = useSession((session) => session.can);
  // The same request again, after a lost answer, is the same request.
  const keys = useRef(new Map<string, string>());
  return useMemo(
    () => ({
      may: (operation) => {
        const right = rightOf(operation);
        if (right !== null) return can(right);
        const others = rightsAmong(operation);
        return others.length === 0 || others.some((one) => can(one));
      },
      ready: (operation) => asCommand(operation) || online,
      run: async (operation, id, input) => {
        const { method, path, idempotency } = operation;
        if (asCommand(operation)) {
          await send(operation, { id, ...input });
          return null;
        }
        const address = `/api/v1${path.replace("{id}", id)}`;
        const fingerprint = JSON.stringify([address, input]);
        const idempotency_key = keys.current.get(fingerprint) ?? newId();
        keys.current.set(fingerprint, idempotency_key);
        const body = idempotency === "none" ? input : { ...input, idempotency_key };
        const answer = await replica.client.rest(method, address, method === "GET" ? undefined : body);
        keys.current.delete(fingerprint);
        replica.syncNow();
        await queries.invalidateQueries();
        return answer;
      },
    }),
    [replica, queries, online, send, can],
  );
}

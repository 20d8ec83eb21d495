// How a screen's records are written: as commands where the verb works offline, else at the server, when on-line.
import { useMemo, useRef } from "react";
import { newId } from "../../../../shared/kernel/id.ts";
import { type Command, isCommand, type Operation } from "../../../../shared/kernel/operation.ts";
import { operationNamed, rightOf } from "../../../../shared/kernel/registry.ts";
import type { PlainVerb, Resource } from "../../../../shared/kernel/resource.ts";
import { useServerAnswers } from "../../connection/server-answers.ts";
import { useOnline } from "../../connection/use-connection.ts";
import { type Begun, editOf, type Values } from "../../expected/drafts.ts";
import { useSend } from "../../expected/use-send.ts";
import { useReplica } from "../../replica-hooks.ts";
import { useSession } from "../../session/session-store.ts";
import type { AnyRecord } from "../fields.ts";

export interface Writer {
  /** The verb's operation; null where the resource does not have it. */
  operation(verb: PlainVerb): Operation | null;
  /** Whether this role may do it at all; where not, nothing of it is shown. */
  may(verb: PlainVerb): boolean;
  /** Whether it can be done now. */
  ready(verb: PlainVerb): boolean;
  /** Answers the record as the server made it, with what is shown this once; null for a command, answered later. */
  create(body: Values): Promise<Values | null>;
  update(record: Begun<AnyRecord>, changes: Values): Promise<unknown>;
  remove(record: AnyRecord): Promise<unknown>;
}

export function useWriter(resource: Resource): Writer {
  const replica = useReplica();
  const queries = useServerAnswers();
  const online = useOnline();
  const send = useSend();
  const can = useSession((session) => session.can);
  // The same body again is the same request, also when its first answer was lost.
  const keys = useRef(new Map<string, string>());
  return useMemo(() => {
    const operation = (verb: PlainVerb) => operationNamed(`${resource.name}.${verb}`);
    const ask = async (verb: PlainVerb, record: AnyRecord | null, body?: Values): Promise<Values | null> => {
      const { method, path } = operation(verb) ?? { method: "POST", path: `/${resource.path}/` };
      const seen = record && typeof record.version === "number" ? { version: record.version } : {};
      const address = `/api/v1${path.replace("{id}", record?.id ?? "")}`;
      const answer = await replica.client.rest(method, address, body, seen);
      replica.syncNow();
      await queries.invalidateQueries();
      return answer as Values | null;
    };
    const commandOf = (verb: PlainVerb): Command | null => {
      const known = operation(verb);
      return known && isCommand(known) ? known : null;
    };
    return {
      operation,
      may: (verb) => {
        const known = operation(verb);
        const right = known && rightOf(known);
        return known !== null && (right === null || can(right));
      },
      ready: (verb) => online || commandOf(verb) !== null,
      create: async (body) => {
        const command = commandOf("create");
        if (command) {
          await send(command, { ...body, id: newId() });
          return null;
        }
        const fingerprint = JSON.stringify(body);
        const idempotency_key = keys.current.get(fingerprint) ?? newId();
        keys.current.set(fingerprint, idempotency_key);
        const answer = await ask("create", null, { ...body, idempotency_key });
        // The same body once more is meant as another record.
        keys.current.delete(fingerprint);
        return answer;
      },
      update: (record, changes) => {
        const command = commandOf("update");
        if (!command) return ask("update", record, changes);
        return send(command, editOf(resource, { ...record, updated_at: String(record.updated_at) }, changes));
      },
      remove: (record) => {
        const command = commandOf("delete");
        if (!command) return ask("delete", record);
        return send(command, { id: record.id });
      },
    };
  }, [resource, replica, queries, online, send, can]);
}

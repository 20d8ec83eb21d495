// How a screen's records are written: as commands where the verb works offline, else at the server, when on-line.
import { useMemo, useRef } from "react";
import { newId } from "../../../../shared/kernel/id.ts";
import { isCommand, type Operation } from "../../../../shared/kernel/operation.ts";
import { operationNamed, rightOf } from "../../../../shared/kernel/registry.ts";
import type { PlainVerb, Resource } from "../../../../shared/kernel/resource.ts";
import { useServerAnswers } from "../../connection/server-answers.ts";
import { useOnline } from "../../connection/use-connection.ts";
import { created, deleted, edited, editOf, type Values } from "../../expected/drafts.ts";
import type { Effect } from "../../expected/effects.ts";
import { useReplica } from "../../replica-hooks.ts";
import { useSession } from "../../session/session-store.ts";
import { useFormat } from "../../use-format.ts";
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
  update(record: AnyRecord, changes: Values): Promise<unknown>;
  remove(record: AnyRecord): Promise<unknown>;
}

export function useWriter(resource: Resource): Writer {
  const replica = useReplica();
  const queries = useServerAnswers();
  const online = useOnline();
  const { timezone } = useFormat();
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
    const send = async (verb: PlainVerb, payload: Values, effect: Effect): Promise<null> => {
      const known = operation(verb);
      if (known && isCommand(known)) await replica.send(known, payload, { expected: { effects: [effect] } });
      return null;
    };
    const isOffline = (verb: PlainVerb) => operation(verb)?.offline ?? false;
    return {
      operation,
      may: (verb) => {
        const known = operation(verb);
        const right = known && rightOf(known);
        return known !== null && (right === null || can(right));
      },
      ready: (verb) => online || isOffline(verb),
      create: (body) => {
        if (isOffline("create")) {
          const payload = { ...body, id: newId() };
          const moment = { now: new Date().toISOString(), timezone };
          return send("create", payload, created(resource, payload, moment));
        }
        const fingerprint = JSON.stringify(body);
        const idempotency_key = keys.current.get(fingerprint) ?? newId();
        keys.current.set(fingerprint, idempotency_key);
        return ask("create", null, { ...body, idempotency_key });
      },
      update: (record, changes) => {
        if (!isOffline("update")) return ask("update", record, changes);
        const payload = editOf(resource, { id: record.id, updated_at: String(record.updated_at) }, changes);
        return send("update", payload, edited(resource, payload));
      },
      remove: (record) =>
        isOffline("delete")
          ? send("delete", { id: record.id }, deleted(resource, record.id))
          : ask("delete", record),
    };
  }, [resource, replica, queries, online, timezone, can]);
}

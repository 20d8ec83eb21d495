// A registered desktop as the wire sees it: sync procedures over plain HTTP.
import { newId } from "../../../shared/kernel/id.ts";
import type { Command, CommandOutcome, PullOutput } from "../../../shared/kernel/sync/wire.ts";

export interface Device {
  id: string;
  code: string;
  /** A command of this device with the next sequence number. */
  command(kind: string, payload: Record<string, unknown>, more?: Partial<Command>): Command;
  push(commands: readonly Command[]): Promise<CommandOutcome[]>;
  /** The device's next receipt number. */
  receipt(): string;
}

async function procedure<T>(url: string, token: string, init: RequestInit): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await fetch(url, { ...init, headers });
  const body = (await response.json()) as { result?: { data: T }; error?: unknown };
  if (!body.result) throw new Error(`${response.status} ${JSON.stringify(body.error)}`);
  return body.result.data;
}

const mutation = <T>(url: string, token: string, name: string, input: unknown) =>
  procedure<T>(`${url}/trpc/${name}`, token, { method: "POST", body: JSON.stringify(input) });

const query = <T>(url: string, token: string, name: string, input: unknown) =>
  procedure<T>(`${url}/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`, token, {});

/** One page of what changed in a collection since a checkpoint. */
export function pull(
  url: string,
  token: string,
  input: { collection: string; checkpoint: string | null; limit: number },
): Promise<PullOutput> {
  return query(url, token, "sync.pull", input);
}

/** Sends a batch as a device that is registered already. */
export async function pushTo(
  url: string,
  token: string,
  device_id: string,
  commands: readonly Command[],
): Promise<CommandOutcome[]> {
  const { results } = await mutation<{ results: CommandOutcome[] }>(url, token, "sync.push", {
    device_id,
    commands,
  });
  return results;
}

/** Registers a new desktop with a token. */
export async function registerDevice(url: string, token: string): Promise<Device> {
  const registered = await mutation<{ device_id: string; device_code: string }>(url, token, "sync.register", {
    name: "Counter",
  });
  let sequence = 0;
  let receipts = 0;
  return {
    id: registered.device_id,
    code: registered.device_code,
    command(kind, payload, more = {}) {
      sequence += 1;
      return {
        id: newId(),
        kind,
        payload,
        occurred_at: new Date().toISOString(),
        device_seq: sequence,
        ...more,
      };
    },
    push: (commands) => pushTo(url, token, registered.device_id, commands),
    receipt() {
      receipts += 1;
      return `${registered.device_code}-${receipts}`;
    },
  };
}

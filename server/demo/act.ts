// Runs operations for the demo: through the same runner as every request, at a time of the past, each at most once.
import { AREAS } from "../areas.ts";
import type { Row } from "../kernel/db.ts";
import { type Principal, systemPrincipal, type Tenant } from "../kernel/principal.ts";
import { type Implementation, runOperation } from "../kernel/run-operation.ts";
import type { Services } from "../kernel/services.ts";

export interface Act {
  /** The operation's name, e.g. "recharge.create". */
  name: string;
  /** Makes a repeated seeding skip what is done already. */
  key: string;
  input: Row;
  id?: string;
  at: Date;
}

export type Actor = (act: Act) => Promise<Row>;

function implementationOf(name: string): Implementation {
  for (const area of AREAS) {
    const found = area.operations.find(({ operation }) => operation.name === name);
    if (found) return found;
  }
  throw new Error(`There is no operation ${name}`);
}

/** Somebody of the tenant's staff who does things; `username` is what the records say. */
export function actorOf(services: Services, tenant: Tenant, username: string): Actor {
  const principal: Principal = systemPrincipal(tenant, username);
  return async ({ name, key, input, id, at }) => {
    const call = {
      principal,
      occurred_at: at,
      received_at: at,
      request_id: null,
      address: null,
      device: null,
      if_match: null,
      command: null,
    };
    const reply = await runOperation(services, implementationOf(name), call, {
      input,
      id: id ?? null,
      idempotency_key: `demo:${key}`,
    });
    return reply.body as Row;
  };
}

/** Does work for each item, `width` at a time. */
export async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const index = next++;
      await work(items[index] as T, index);
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
}

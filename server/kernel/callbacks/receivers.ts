// Who understands calls from outside: each provider or channel says how a call is proven, answered and applied.
import type { InboundSource, InboundStatus, Verdict } from "../../../shared/kernel/outgoing/inbound.ts";
import type { OperationContext } from "../operation/context.ts";
import type { Services } from "../services.ts";

/** A call, byte by byte as it came. */
export interface RawCall {
  tenant: string;
  account: string;
  method: string;
  /** Behind the question mark, without it. */
  query: string;
  headers: Readonly<Record<string, string>>;
  raw: Buffer;
  received_at: Date;
}

/** What applying a call came to. */
export interface Applied {
  /** WAITING: the other party has to be asked again. */
  status: Exclude<InboundStatus, "RECEIVED">;
  /** Records that it made. */
  payment_events?: readonly string[];
  /** Why it waits or failed. */
  error?: string;
}

export interface Receiver {
  name: string;
  source: InboundSource;
  /** Whether it is authentic: by the raw bytes, in constant time, and without asking anybody outside. */
  verify(services: Services, call: RawCall): Promise<Verdict>;
  /** What the provider wants to hear; else an empty object. */
  acknowledge?(verdict: Verdict, call: RawCall): { type: string; body: string };
  /** Does what it says, in the context's transaction: done again, it changes nothing. */
  apply(ctx: OperationContext, call: RawCall, verdict: Verdict): Promise<Applied>;
}

const receivers = new Map<string, Receiver>();

/** Makes receivers known, by their names. */
export function registerReceivers(some: readonly Receiver[]): void {
  for (const receiver of some) receivers.set(receiver.name, receiver);
}

export const receiverNamed = (name: string): Receiver | null => receivers.get(name) ?? null;

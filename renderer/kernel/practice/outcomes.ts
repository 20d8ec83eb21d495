// What the server would leave beside what a command is expected to leave: declared by areas, for practice alone, so that what
// was done there looks done. It posts nothing: practice has records, and no books.
import type { Operation, PayloadOf } from "../../../shared/kernel/operation.ts";
import type { Moment } from "../expected/drafts.ts";
import type { Effect } from "../expected/effects.ts";
import type { Query, Replica } from "../replica/index.ts";

/** Who practises, where. */
export interface Practiser {
  readonly user_id: string;
  readonly username: string;
  /** In the place of the till's device code. */
  readonly holder: string;
  /** Decimals of the tenant's currency. */
  readonly digits: number;
  readonly timezone: string;
}

/** The records before a command; those that lie on disk are read by `get` and `find` alone. */
export type OutcomeRecords = Replica["records"] & {
  readonly get: Replica["get"];
  find(collection: string, query: Query): ReturnType<Replica["find"]>;
};

export interface OutcomeContext extends Moment {
  readonly who: Practiser;
  /** What was kept with the command. */
  readonly expected: unknown;
  /** The records before the command. */
  readonly records: OutcomeRecords;
}

type Effects = readonly Effect[];

export interface Outcome {
  readonly operation: string;
  readonly effects: (payload: never, context: OutcomeContext) => Effects | Promise<Effects>;
}

/** Declares what an operation leaves beside what is expected of it. */
export function outcome<O extends Operation>(
  operation: O,
  effects: (payload: PayloadOf<O>, context: OutcomeContext) => Effects | Promise<Effects>,
): Outcome {
  return { operation: operation.name, effects: effects as Outcome["effects"] };
}

/** The server of practice, as far as there is one. */
export interface PracticeServer {
  readonly outcomes: readonly Outcome[];
  /** What is not as it is at the office when practice begins: an open drawer stays there. */
  readonly begin: readonly ((context: Omit<OutcomeContext, "expected">) => readonly Effect[])[];
}

// Everything that moves money, asked for by several at once of a server that is killed meanwhile; afterwards each is sent
// again under its key.
import { newId } from "../../../shared/kernel/id.ts";
import type { Answer, Client } from "../../helpers/server.ts";
import { type Asked, type Company, MONEY_ACTS } from "./money-acts.ts";

/** Something that was asked for, and the answer that came; null: the server was gone before it. */
export interface Sent {
  name: string;
  asked: Asked;
  key: string;
  answer: Answer | null;
}

/** Who sits at which client changes with each start of the server: asked for anew each time. */
export type Place = () => Company;

const clientOf = ({ owner, manager }: Company, { client }: Asked, then: Company): Client =>
  client === manager ? then.manager : client === undefined || client === owner ? then.owner : client;

/** Sends what was asked for under its key, also to a server that was started since. */
export function sendAgain({ asked, key }: Sent, was: Company, now: Company): Promise<Answer> {
  return clientOf(was, asked, now).post(asked.path, asked.body, { "Idempotency-Key": key });
}

/** One lane after the other asks for an act, until `gone` says that the server is killed; what was begun is finished or lost. */
export async function storm(place: Place, lanes: number, gone: () => boolean, sent: Sent[]): Promise<void> {
  const lane = async (first: number) => {
    const company = place();
    for (let at = first; !gone(); at += lanes) {
      const act = MONEY_ACTS[at % MONEY_ACTS.length];
      if (!act) throw new Error("There are no acts");
      try {
        const asked = await act.ready(company);
        const one: Sent = { name: act.name, asked, key: newId(), answer: null };
        sent.push(one);
        one.answer = await sendAgain(one, company, company);
      } catch (error) {
        // What is made ready for an act meets other lanes' drawers and closings, and the end of the server.
        const isRefusal = error instanceof Error && /^(409|503) /.test(error.message);
        if (!gone() && !isRefusal && !(error instanceof TypeError)) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, at) => lane(at)));
}

// Commands that failed by a fault of ours: tried again with growing pauses, and given up after an hour (contract §5.2).
import { type Failure, toProblem } from "../../../../shared/kernel/failure.ts";
import type { Command, CommandOutcome } from "../../../../shared/kernel/sync/wire.ts";
import type { Tx } from "../../db/db.ts";
import { redact } from "../../secrets/redact.ts";
import { type Attempt, contextOf } from "./attempt.ts";
import { noteGap } from "./gaps.ts";
import { type Waiting, waitingOf } from "./outcomes.ts";

const FIRST_PAUSE_S = 2;
const LONGEST_PAUSE_S = 300;
const GIVE_UP_S = 3_600;

/** Whether it should be given up. */
export const isOverdue = ({ waited_s }: Pick<Waiting, "waited_s">): boolean => waited_s >= GIVE_UP_S;

/** Not done, by no fault of the command: again after a pause that grows with each try. */
export function retryOutcome(id: string, failure: Failure, tries: number): CommandOutcome {
  const retry_after = Math.min(FIRST_PAUSE_S * 2 ** Math.min(tries - 1, 20), LONGEST_PAUSE_S);
  return { id, status: "RETRY", retry_after, problem: toProblem(failure) };
}

/** Notes that a command failed by a fault of ours. */
export async function noteFailure(
  tx: Tx,
  attempt: Attempt,
): Promise<{ waiting: Waiting; context: ReturnType<typeof contextOf> }> {
  const { push, command, author } = attempt;
  const context = contextOf(tx, attempt);
  await noteGap(context, attempt);
  const content: Command = redact(command);
  // What was sent is kept without secrets, so its proof can't be looked at again; nor is it known who will hand in then.
  const judged = { judged_author: author.principal.user_id, is_unproven: author.unproven !== null };
  const noted = tx`
    insert into command_retries ${tx({
      tenant_id: push.tenant.id,
      command: command.id,
      device: push.device.id,
      device_seq: command.device_seq,
      content: tx.json(content),
      ...judged,
    })}
    on conflict (tenant_id, command) do update set tries = command_retries.tries + 1`.execute();
  // What is answered of a row that is written may not ask for the time in a cluster: it is read behind it, in its round trip.
  const [, [waiting]] = await Promise.all([
    noted,
    tx<Waiting[]>`select ${waitingOf(tx)} from command_retries
      where tenant_id = ${push.tenant.id} and command = ${command.id}`,
  ]);
  return { waiting: waiting ?? { command: command.id, content, ...judged, tries: 1, waited_s: 0 }, context };
}

// Ending a live session: the router drops it, and an enabled customer's device dials in again.
import { kickSession, userSession } from "../../shared/network/index.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { requireRecord } from "../kernel/resource/record.ts";
import { enqueueJob } from "./enqueue.ts";
import { jobRoute } from "./job-route.ts";

/** What tells the session from a later one of the same name. */
interface Seen {
  ros_id: string;
  session_id: string;
  connection: string;
  started_at: string | null;
}

const queueKick = implement(kickSession, async (ctx, _input, id) => {
  const session = await requireRecord(ctx, userSession, id);
  const [seen] = await ctx.tx<Seen[]>`
    select ros_id, session_id, connection, started_at from user_sessions where tenant_id = ${ctx.tenant.id} and id = ${id}`;
  // Only the session that was meant is ended: by then the name may have a newer one.
  const payload = { username: session.username, ...seen };
  const { router, username } = session;
  const job = await enqueueJob(ctx, { kind: "KICK_SESSION", router, payload, urgent: true });
  ctx.audit(kickSession, { id, after: { username } });
  return { id: job };
});

export const kickRoute = jobRoute(kickSession, queueKick);

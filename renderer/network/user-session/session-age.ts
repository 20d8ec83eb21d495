// How long a session has been up. Pure.
import type { UserSession } from "../../../shared/network/index.ts";

/** Seconds until now: the record tells when the session began, and is not updated while it lasts. */
export function sessionSeconds(
  session: Pick<UserSession, "started_at" | "uptime_seconds">,
  now: Date,
): number {
  if (session.started_at === null) return session.uptime_seconds;
  return Math.max(
    session.uptime_seconds,
    Math.floor((now.getTime() - Date.parse(session.started_at)) / 1000),
  );
}

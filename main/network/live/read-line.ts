// One customer's line as the router knows it: the secret, the session, and sign-ins that were refused.
import type { LineLook } from "../../../shared/network/live/question-wire.ts";
import type { RouterSession, Row } from "../driver.ts";
import { readSessions } from "../routeros/provisioning.ts";
import { readClock, routerTime } from "./router-clock.ts";

const SECRET = ["profile", "disabled", "last-logged-out", "last-caller-id", "last-disconnect-reason"];

async function readSecret(session: RouterSession, username: string): Promise<LineLook["secret"]> {
  const { rows } = await session.run("/ppp/secret/print", {
    proplist: SECRET,
    queries: [`=name=${username}`],
  });
  const [row] = rows;
  if (!row) return null;
  return {
    disabled: row["disabled"] === "true",
    profile: row["profile"] ?? "",
    last_logged_out: row["last-logged-out"] ?? null,
    last_caller_id: row["last-caller-id"] || null,
    last_disconnect_reason: row["last-disconnect-reason"] || null,
  };
}

/** Whether a line of the log says that this user was not let in: `<pppoe-x>: user anika authentication failed`. */
function isRefusal({ message = "" }: Row, username: string): boolean {
  const at = message.indexOf(`user ${username} `);
  return at >= 0 && /authentication failed|login failure|failed|denied/i.test(message.slice(at));
}

async function readRefusals(session: RouterSession, username: string): Promise<LineLook["refused"]> {
  const { rows } = await session.run("/log/print", {
    proplist: ["time", "topics", "message"],
    queries: ["topics=pppoe,ppp,error", "topics=pppoe,ppp,info", "topics=ppp,error", "#||"],
  });
  const refusals = rows.filter((row) => isRefusal(row, username));
  if (refusals.length === 0) return null;
  const clock = await readClock(session);
  const at = (row: Row | undefined) => routerTime(row?.["time"] ?? "", clock);
  const last = refusals.at(-1);
  return {
    first_at: at(refusals[0]),
    last_at: at(last),
    tries: refusals.length,
    reason: /authentication failed|password/i.test(last?.["message"] ?? "") ? "WRONG_PASSWORD" : "OTHER",
  };
}

/** Throws DriverError. */
export async function readLine(session: RouterSession, username: string): Promise<LineLook> {
  const [secret, refused, live] = await Promise.all([
    readSecret(session, username),
    readRefusals(session, username),
    readSessions(session, { names: [username] }),
  ]);
  const [running] = live;
  return {
    secret,
    refused,
    session: running
      ? {
          ip_address: running.ip_address,
          mac_address: running.mac_address,
          uptime_seconds: running.uptime_seconds,
          bytes_in: running.bytes_in,
          bytes_out: running.bytes_out,
        }
      : null,
  };
}

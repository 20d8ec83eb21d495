// One customer's line as the router knows it: the login, the session, and sign-ins that were refused; of a static line its
// queue and its place on the address lists.
import type { LineLook, Question } from "../../../shared/network/live/question-wire.ts";
import { KINDS } from "../../../shared/network/plan/row-kinds.ts";
import { parseDuration } from "../../../shared/network/units.rules.ts";
import { isNoSuchCommand, type RouterSession, type Row } from "../driver.ts";
import { readHotspotSessions, readSessions } from "../routeros/provisioning.ts";
import { anyOf, readRows } from "../routeros/rows.ts";
import { readClock, routerTime } from "./router-clock.ts";

type Line = Extract<Question, { kind: "LINE" }>;

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

/** Null also where the router has no hotspot. */
async function readHotspotUser(session: RouterSession, username: string): Promise<LineLook["secret"]> {
  try {
    const { rows } = await session.run("/ip/hotspot/user/print", {
      proplist: ["profile", "disabled", "uptime"],
      queries: [`=name=${username}`],
    });
    const [row] = rows;
    // For how long it was used in all: not told by every version.
    const used = row?.["uptime"] === undefined ? null : parseDuration(row["uptime"]);
    return row ? loginWithout(row, used === null || used > 0) : null;
  } catch (error) {
    if (isNoSuchCommand(error)) return null;
    throw error;
  }
}

/** A login of which the router keeps no history. */
const loginWithout = (row: Row, was_signed_in: boolean): LineLook["secret"] => ({
  disabled: row["disabled"] === "true",
  profile: row["profile"] ?? "",
  last_logged_out: null,
  last_caller_id: null,
  last_disconnect_reason: null,
  was_signed_in,
});

/** Which lines of the log are about sign-ins, and whether one says that this user was not let in. */
const REFUSALS = {
  /** `<pppoe-x>: user anika authentication failed` */
  PPPOE: {
    topics: ["pppoe,ppp,error", "pppoe,ppp,info", "ppp,error"],
    is: (message: string, username: string): boolean => {
      const at = message.indexOf(`user ${username} `);
      return at >= 0 && /authentication failed|login failure|failed|denied/i.test(message.slice(at));
    },
  },
  /** `anika (10.5.50.2): login failed: invalid username or password` */
  HOTSPOT: {
    topics: ["hotspot,info,debug", "hotspot,account,info,debug", "hotspot,info", "hotspot,error"],
    is: (message: string, username: string): boolean =>
      message.startsWith(`${username} (`) && /login failed/i.test(message),
  },
} as const;

async function readRefusals(
  session: RouterSession,
  username: string,
  connection: keyof typeof REFUSALS,
): Promise<LineLook["refused"]> {
  const { topics, is } = REFUSALS[connection];
  const { rows } = await session.run("/log/print", {
    proplist: ["time", "topics", "message"],
    queries: anyOf(topics.map((topic) => `topics=${topic}`)),
  });
  const refusals = rows.filter(({ message = "" }) => is(message, username));
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

/** A line without a login. Its queue has its name or its address. */
async function readStatic(session: RouterSession, { username, address }: Line): Promise<LineLook> {
  const place = { name: username, ...(address ? { address, target: address } : {}) };
  const read = (what: "queue" | "address_list") =>
    readRows(session, what, { queries: KINDS[what].lookUp(place) });
  const [queues, entries] = await Promise.all([read("queue"), read("address_list")]);
  const queue = queues.find(({ fields }) => fields["dynamic"] !== "true");
  const lists = entries.flatMap(({ fields }) =>
    fields["disabled"] === "true" ? [] : (fields["list"] ?? []),
  );
  return {
    secret: queue ? loginWithout(queue.fields, true) : null,
    refused: null,
    session: null,
    lists: lists.slice(0, 100),
  };
}

/** Throws DriverError. */
export async function readLine(session: RouterSession, line: Line): Promise<LineLook> {
  const { username, connection = "PPPOE" } = line;
  if (connection === "STATIC") return readStatic(session, line);
  const is_hotspot = connection === "HOTSPOT";
  const [secret, refused, live] = await Promise.all([
    is_hotspot ? readHotspotUser(session, username) : readSecret(session, username),
    readRefusals(session, username, connection),
    is_hotspot ? readHotspotSessions(session, [username]) : readSessions(session, { names: [username] }),
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

// Why a customer's line is as it is: the facts of the whole way, from the account to the fibre, as ONE verdict. Pure.
//
// The nearest cause wins: what is decided in the office comes before what the office's devices say, and that before
// the fibre; behind a cause that explains everything nothing farther is looked for. What is not known is no cause.
import { addDays, type Day } from "../../kernel/day.ts";
import { own } from "../../kernel/safe-lookup.ts";
import type { AccountFacts, LineFacts, LineJobFacts, OnuFacts, RouterFacts } from "./line-facts.ts";

export type Step = "account" | "router" | "job" | "session" | "onu" | "port";
export type Tone = "good" | "idle" | "waiting" | "warn" | "bad" | "unknown";

/** Every verdict, where on the way its cause is, and how it looks. */
export const VERDICTS = {
  TERMINATED: { step: "account", tone: "bad" },
  SUSPENDED_BY_STAFF: { step: "account", tone: "bad" },
  UNPAID: { step: "account", tone: "bad" },
  NO_ROUTER: { step: "router", tone: "warn" },
  ROUTER_UNUSED: { step: "router", tone: "warn" },
  ROUTER_OFFLINE: { step: "router", tone: "bad" },
  ROUTER_NEVER_SEEN: { step: "router", tone: "unknown" },
  AGENT_OFFLINE: { step: "router", tone: "unknown" },
  NO_PASSWORD: { step: "job", tone: "bad" },
  NO_ADDRESS: { step: "job", tone: "bad" },
  ON_TRIAL: { step: "job", tone: "warn" },
  JOB_WAITING: { step: "job", tone: "waiting" },
  JOB_FAILED: { step: "job", tone: "bad" },
  JOB_CANCELLED: { step: "job", tone: "warn" },
  ONLINE_UNWRITTEN: { step: "job", tone: "warn" },
  ONLINE: { step: "session", tone: "good" },
  STATIC_OPEN: { step: "session", tone: "good" },
  HOTSPOT_AWAY: { step: "session", tone: "idle" },
  WRONG_PASSWORD: { step: "session", tone: "bad" },
  LOGIN_REFUSED: { step: "session", tone: "bad" },
  NOT_ON_ROUTER: { step: "session", tone: "bad" },
  CLOSED_ON_ROUTER: { step: "session", tone: "bad" },
  NEVER_CONNECTED: { step: "session", tone: "warn" },
  NOT_DIALLING: { step: "session", tone: "bad" },
  DOWN: { step: "session", tone: "bad" },
  NOT_KNOWN: { step: "session", tone: "unknown" },
  POWER_CUT: { step: "onu", tone: "bad" },
  FIBRE_CUT: { step: "onu", tone: "bad" },
  ONU_OFFLINE: { step: "onu", tone: "bad" },
  ONU_DEACTIVATED: { step: "onu", tone: "bad" },
  ONU_RESTARTING: { step: "onu", tone: "waiting" },
  ONLINE_ONU_DARK: { step: "onu", tone: "warn" },
  ONLINE_ONU_UNREAD: { step: "onu", tone: "waiting" },
  FIBRE_WEAK: { step: "onu", tone: "warn" },
  FIBRE_CRITICAL: { step: "onu", tone: "bad" },
  FIBRE_TOO_STRONG: { step: "onu", tone: "warn" },
  PORT_DOWN: { step: "port", tone: "bad" },
  OLT_DOWN: { step: "port", tone: "bad" },
} as const satisfies Record<string, { step: Step; tone: Tone }>;

export type VerdictCode = keyof typeof VERDICTS;

/** What the words of a verdict or a step tell. Each name is always of one kind, so that one function writes them. */
export interface Told {
  /** An instant, RFC 3339: since when it is so. */
  readonly since?: string | null;
  /** A calendar day. */
  readonly day?: Day | null;
  /** Money. */
  readonly due?: string | null;
  /** Optical power in dBm. */
  readonly rx?: number | null;
  readonly tries?: number;
  readonly down?: number;
  readonly total?: number;
  readonly router?: string;
  readonly olt?: string;
  readonly port?: string;
  readonly address?: string | null;
  /** A kind of job or of incident. */
  readonly kind?: string;
  /** What a device or an agent said of it, and its code where it has one. */
  readonly error?: string | null;
  readonly error_code?: string | null;
}

export interface Verdict {
  readonly code: VerdictCode;
  readonly step: Step;
  readonly tone: Tone;
  readonly told: Told;
}

const verdict = (code: VerdictCode, told: Told = {}): Verdict => ({ code, ...VERDICTS[code], told });

/** Whether the line is meant to be open on that day. */
export function isMeantOpen(account: AccountFacts, today: Day): boolean {
  if (account.status !== "ACTIVE") return false;
  return !account.is_closed_by_itself || account.access_until === null || account.access_until >= today;
}

/** Whether the login has a session just now, as far as the router is reachable. */
export function isOnline({ session, router }: LineFacts): boolean {
  return Boolean(session) && (!router || router.status === "ONLINE");
}

export function ofAccount({ account, today, job }: LineFacts): Verdict | null {
  if (isMeantOpen(account, today)) return null;
  if (account.status === "TERMINATED") return verdict("TERMINATED");
  // The day comes from the account; closed by hand before it is over, from the job that closed it.
  const closed_at = job?.kind === "DISABLE_USER" ? job.created_at : null;
  const by_wish = account.suspended_for === "STAFF" || account.suspended_for === "PAUSE";
  if (account.status === "SUSPENDED" && by_wish) return verdict("SUSPENDED_BY_STAFF", { since: closed_at });
  const { access_until, due } = account;
  const is_over = access_until !== null && access_until < today;
  return verdict("UNPAID", {
    day: is_over ? addDays(access_until, 1) : null,
    since: is_over ? null : closed_at,
    due,
  });
}

export function ofRouter(router: RouterFacts | null | undefined): Verdict | null {
  if (router === undefined) return null;
  if (router === null) return verdict("NO_ROUTER");
  const { name, last_seen_at, last_error: error, error_code } = router;
  if (!router.is_active) return verdict("ROUTER_UNUSED", { router: name });
  if (router.status === "OFFLINE")
    return verdict("ROUTER_OFFLINE", { router: name, since: last_seen_at, error, error_code });
  if (router.status === "ONLINE") return null;
  if (last_seen_at === null) return verdict("ROUTER_NEVER_SEEN", { router: name, error, error_code });
  return verdict("AGENT_OFFLINE", { router: name, since: last_seen_at });
}

/** A cancelled job whose place a newer one took says nothing. */
const isOvertaken = (job: LineJobFacts) => job.error_code === "SUPERSEDED";

/** Jobs that wait for a person, not for the router: by their error's code. */
const PARKED: Readonly<Record<string, VerdictCode>> = {
  NO_PASSWORD: "NO_PASSWORD",
  NO_ADDRESS: "NO_ADDRESS",
  TRIAL: "ON_TRIAL",
};

/** What the newest job leaves open; null where it is done, or another took its place. */
export function ofJob(job: LineJobFacts | null | undefined): Verdict | null {
  if (!job || isOvertaken(job) || job.status === "SUCCEEDED") return null;
  const { kind, created_at: since, last_error: error, error_code } = job;
  const told = { kind, since, error, error_code };
  if (job.status === "CANCELLED") return verdict("JOB_CANCELLED", told);
  const parked = own(PARKED, job.error_code ?? "");
  return verdict(parked ?? (job.status === "FAILED" ? "JOB_FAILED" : "JOB_WAITING"), told);
}

const SIGNALS = {
  WEAK: "FIBRE_WEAK",
  CRITICAL: "FIBRE_CRITICAL",
  TOO_STRONG: "FIBRE_TOO_STRONG",
  GOOD: null,
  NONE: null,
} as const;

/** What is wrong with the light of an ONU that is up; null where nothing is, or it is unknown. */
export function ofSignal(onu: OnuFacts | null | undefined): Verdict | null {
  const code = onu?.status === "ONLINE" ? SIGNALS[onu.signal] : null;
  return code && onu ? verdict(code, { rx: onu.rx_power_dbm, since: onu.signal_since }) : null;
}

/** At least so many ONUs of a port, and half of them, are no single fault any more. */
const PORT_DOWN_MIN = 3;

function isPortDown({ port }: LineFacts): boolean {
  return Boolean(port) && (port?.down ?? 0) >= PORT_DOWN_MIN && (port?.down ?? 0) * 2 >= (port?.onus ?? 0);
}

/** What took a single ONU off its fibre. */
export function ofOnuAlone(onu: OnuFacts): Verdict {
  const told = { since: onu.last_down_at };
  if (onu.status === "DYING_GASP") return verdict("POWER_CUT", told);
  if (onu.status === "LOS") return verdict("FIBRE_CUT", told);
  switch (onu.last_down_cause) {
    case "POWER":
      return verdict("POWER_CUT", told);
    case "FIBRE":
      return verdict("FIBRE_CUT", told);
    case "DEACTIVATED":
      return verdict("ONU_DEACTIVATED", told);
    case "REBOOT":
      return verdict("ONU_RESTARTING", told);
    default:
      return verdict("ONU_OFFLINE", told);
  }
}

/** What keeps the light away: the port or the OLT with many, else this ONU alone. */
export function ofFibre(facts: LineFacts): Verdict | null {
  const { onu, port, incident } = facts;
  if (!onu) return null;
  const { olt_name: olt, pon_port } = onu;
  if (onu.olt_status === "OFFLINE")
    return verdict("OLT_DOWN", {
      ...{ olt, since: onu.last_polled_at, error: onu.olt_last_error },
      error_code: onu.olt_error_code,
    });
  // A status that is not kept current is no cause.
  if (onu.olt_status === "UNKNOWN" || onu.status === "UNKNOWN" || onu.status === "ONLINE") return null;
  if (incident?.pon_port === null) return verdict("OLT_DOWN", { olt, since: incident.started_at });
  if (incident || isPortDown(facts)) {
    const { down = incident?.onus ?? 0, onus: total = down } = port ?? {};
    return verdict("PORT_DOWN", {
      ...{ olt, port: pon_port, down, total },
      kind: incident?.kind ?? "PORT_DOWN",
      since: incident?.started_at ?? onu.last_down_at,
    });
  }
  return ofOnuAlone(onu);
}

/** A device that is refused dials again within minutes: what is older was put right since. */
const REFUSED_MS = 15 * 60_000;

export function ofLogin({ login, now }: LineFacts): Verdict | null {
  if (!login) return null;
  if (!login.is_on_router) return verdict("NOT_ON_ROUTER");
  if (login.is_disabled) return verdict("CLOSED_ON_ROUTER");
  const { refused } = login;
  const is_news =
    refused && (refused.last_at === null || Date.parse(now) - Date.parse(refused.last_at) <= REFUSED_MS);
  if (is_news && refused.reason === "WRONG_PASSWORD")
    return verdict("WRONG_PASSWORD", { since: refused.first_at, tries: refused.tries });
  if (is_news) return verdict("LOGIN_REFUSED", { since: refused.first_at, tries: refused.tries });
  return login.was_signed_in ? null : verdict("NEVER_CONNECTED");
}

/** A router counts a session on for as long after its light went: it waits for a few unanswered calls. */
const LINGERS_MS = 2 * 60_000;

const msOf = (instant: string | null | undefined): number | null => (instant ? Date.parse(instant) : null);

/** Somebody is signed in, yet the linked ONU was read without light: one of the two is old, or the link is wrong. */
function whileDark(facts: LineFacts): Verdict | null {
  const { onu, session, now } = facts;
  const fault = ofFibre(facts);
  // Only what the OLT says of this ONU contradicts; an OLT that is not heard says nothing.
  if (onu?.olt_status !== "ONLINE" || !fault) return null;
  const [began, read, lost] = [msOf(session?.started_at), msOf(onu.last_polled_at), msOf(onu.last_down_at)];
  if (began !== null && read !== null && began > read)
    return verdict("ONLINE_ONU_UNREAD", { since: onu.last_polled_at });
  const is_lingering = lost !== null && Date.parse(now) - lost <= LINGERS_MS && (began ?? 0) <= lost;
  return is_lingering ? fault : verdict("ONLINE_ONU_DARK", { since: onu.last_down_at });
}

function whileOnline(facts: LineFacts): Verdict {
  const since = facts.session?.started_at ?? null;
  const dark = whileDark(facts);
  if (dark) return dark;
  const weak = ofSignal(facts.onu);
  if (weak) return weak;
  const job = ofJob(facts.job);
  if (job && job.code !== "JOB_WAITING" && job.code !== "ON_TRIAL") {
    const { error = null, error_code = null } = job.told;
    return verdict("ONLINE_UNWRITTEN", { since, error, error_code });
  }
  return verdict("ONLINE", { since });
}

function whileDown(facts: LineFacts): Verdict {
  const { account, session, login, onu } = facts;
  const { connection_type } = account;
  const light = ofFibre(facts) ?? (onu?.signal === "WEAK" ? null : ofSignal(onu));
  if (light) return light;
  const refused = ofLogin(facts);
  if (refused) return refused;
  if (connection_type === "STATIC") return verdict("STATIC_OPEN", {});
  if (session === undefined) return verdict("NOT_KNOWN");
  const weak = ofSignal(onu);
  if (weak) return weak;
  if (connection_type === "HOTSPOT") return verdict("HOTSPOT_AWAY");
  const open = ofJob(facts.job);
  if (open?.code === "ON_TRIAL") return open;
  const is_lit = onu?.status === "ONLINE" && onu.olt_status === "ONLINE";
  return verdict(is_lit ? "NOT_DIALLING" : "DOWN", { since: login?.last_logged_out ?? null });
}

/**
 * A job that failed is no cause once the router shows that it holds the login, open and unrefused; one that a router on
 * trial keeps waiting is none by itself: what is there by hand may serve.
 */
function ofOpenJob({ job, login }: LineFacts): Verdict | null {
  const open = ofJob(job);
  const is_waiting = job?.status === "QUEUED" || job?.status === "LEASED";
  const is_settled = login?.is_on_router && !login.is_disabled && login.refused === null;
  return open?.code === "ON_TRIAL" || (is_settled && !is_waiting) ? null : open;
}

/** The one verdict on a line. Every combination of facts has one, and the same facts always have the same. */
export function diagnose(facts: LineFacts): Verdict {
  const closed = ofAccount(facts);
  if (closed) return closed;
  if (isOnline(facts)) return whileOnline(facts);
  return ofRouter(facts.router) ?? ofOpenJob(facts) ?? whileDown(facts);
}

// The way of a customer's line as steps, from the account to the neighbours on the fibre: what each is like, and how old
// that knowledge is. Pure.
import {
  isMeantOpen,
  isOnline,
  ofAccount,
  ofFibre,
  ofJob,
  ofLogin,
  ofOnuAlone,
  ofRouter,
  ofSignal,
  type Step,
  type Told,
  type Tone,
  type Verdict,
  type VerdictCode,
} from "./diagnosis.rules.ts";
import type { LineFacts } from "./line-facts.ts";

/** What a step can say beside the verdicts: that all is well there, or that there is nothing. */
export type StepCode =
  | VerdictCode
  | "ACCOUNT_OPEN"
  | "ROUTER_ONLINE"
  | "JOB_DONE"
  | "NO_JOB"
  | "NO_SESSION"
  | "SIGNED_IN"
  | "ONU_GOOD"
  | "ONU_NOT_READ"
  | "NO_ONU"
  | "PORT_GOOD"
  | "PORT_SOME_DOWN"
  | "UNKNOWN";

export interface LineStep {
  readonly step: Step;
  readonly code: StepCode;
  readonly tone: Tone;
  readonly told: Told;
  /** When this was seen, RFC 3339; null: it needs no look, or there was none. */
  readonly at: string | null;
}

type Said = Pick<LineStep, "code" | "tone" | "told">;

const said = (code: StepCode, tone: Tone, told: Told = {}): Said => ({ code, tone, told });
const UNKNOWN = said("UNKNOWN", "unknown");
const asSaid = ({ code, tone, told }: Verdict): Said => ({ code, tone, told });

function accountStep(facts: LineFacts): Said {
  const closed = ofAccount(facts);
  return closed ? asSaid(closed) : said("ACCOUNT_OPEN", "good", { day: facts.account.access_until });
}

function routerStep({ router }: LineFacts): Said {
  if (router === undefined) return UNKNOWN;
  const wrong = ofRouter(router);
  return wrong ? asSaid(wrong) : said("ROUTER_ONLINE", "good", { router: router?.name ?? "" });
}

function jobStep({ job }: LineFacts): Said {
  if (job === undefined) return UNKNOWN;
  if (job === null) return said("NO_JOB", "idle");
  const open = ofJob(job);
  if (open) return asSaid(open);
  return said("JOB_DONE", "good", { kind: job.kind });
}

function sessionStep(facts: LineFacts): Said {
  const { session, login, account, router } = facts;
  if (session && isOnline(facts))
    return said("SIGNED_IN", "good", { since: session.started_at, address: session.ip_address });
  // What an unreachable router would say is unknown.
  if (router && router.status !== "ONLINE") return UNKNOWN;
  const is_open = isMeantOpen(account, facts.today);
  const refused = ofLogin(facts);
  if (refused && is_open) return asSaid(refused);
  if (account.connection_type === "STATIC" && is_open) return said("STATIC_OPEN", "good");
  if (session === undefined) return UNKNOWN;
  if (account.connection_type === "HOTSPOT") return said("HOTSPOT_AWAY", "idle");
  return said("NO_SESSION", is_open ? "bad" : "idle", { since: login?.last_logged_out ?? null });
}

function onuStep({ onu }: LineFacts): Said {
  if (onu === undefined) return UNKNOWN;
  if (onu === null) return said("NO_ONU", "idle");
  if (onu.olt_status !== "ONLINE" || onu.status === "UNKNOWN")
    return said("ONU_NOT_READ", "unknown", {
      ...{ olt: onu.olt_name, error: onu.olt_last_error },
      error_code: onu.olt_error_code,
    });
  if (onu.status !== "ONLINE") return asSaid(ofOnuAlone(onu));
  const weak = ofSignal(onu);
  return weak ? asSaid(weak) : said("ONU_GOOD", "good", { rx: onu.rx_power_dbm, since: onu.last_up_at });
}

function portStep(facts: LineFacts): Said {
  const { onu, port, incident } = facts;
  if (onu === null) return said("NO_ONU", "idle");
  const light = ofFibre(facts);
  if (light?.step === "port") return asSaid(light);
  if (incident && onu)
    return said(incident.pon_port === null ? "OLT_DOWN" : "PORT_DOWN", "warn", {
      ...{ olt: incident.olt_name, port: onu.pon_port, kind: incident.kind, since: incident.started_at },
      ...{ down: port?.down ?? incident.onus, total: port?.onus ?? incident.onus },
    });
  if (!port || !onu) return UNKNOWN;
  const { down, onus: total } = port;
  const told = { port: onu.pon_port, down, total };
  return down === 0 ? said("PORT_GOOD", "good", told) : said("PORT_SOME_DOWN", "idle", told);
}

/** The steps of the way, in its order: always all of them. */
export function lineSteps(facts: LineFacts): readonly LineStep[] {
  const { router, job, session, login, onu } = facts;
  const polled_at = onu?.last_polled_at ?? null;
  return [
    { step: "account", at: null, ...accountStep(facts) },
    { step: "router", at: router?.last_seen_at ?? null, ...routerStep(facts) },
    { step: "job", at: job?.finished_at ?? job?.created_at ?? null, ...jobStep(facts) },
    { step: "session", at: session?.observed_at ?? login?.asked_at ?? null, ...sessionStep(facts) },
    { step: "onu", at: polled_at, ...onuStep(facts) },
    { step: "port", at: polled_at, ...portStep(facts) },
  ];
}

// The diagnosis of a line as this computer can make it: the server's fresh one when on-line, else from what is held here.
import { useMemo } from "react";
import { dayOf } from "../../../shared/kernel/day.ts";
import { diagnose, type Verdict } from "../../../shared/network/diagnosis/diagnosis.rules.ts";
import {
  type AccountFacts,
  type IncidentFacts,
  LINE_JOB_KINDS,
  type LineFacts,
  onuFacts,
} from "../../../shared/network/diagnosis/line-facts.ts";
import { type LineStep, lineSteps } from "../../../shared/network/diagnosis/line-steps.rules.ts";
import { useConnection } from "../../kernel/connection/connection.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { useRecord, useRows } from "../../kernel/replica-hooks.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { isDown } from "../olt/onu-condition.ts";

/** Whose line it is, as the screens of later areas say it. */
export interface LineCustomer {
  readonly id: string;
  readonly username: string;
  readonly router: string | null;
  readonly onu: string | null;
  readonly account: AccountFacts;
}

interface Diagnosed {
  readonly verdict: Verdict;
  readonly steps: readonly LineStep[];
}

export interface ShownDiagnosis extends Diagnosed {
  /** Whether the server has just looked; else it is what this computer knows. */
  readonly is_live: boolean;
  /** The moment that it is of, RFC 3339. */
  readonly at: string;
  again(): void;
}

interface Answer extends Diagnosed {
  readonly asked_at: string;
}

/** A look costs the router a few rows: as often as agents look by themselves. */
const REFRESH_MS = 5000;
/** The line's own among the customer's newest jobs. */
const JOBS_READ = 20;

const isOfLine = ({ kind }: { kind: string }) => LINE_JOB_KINDS.some((known) => known === kind);

type Fibre = Pick<LineFacts, "onu" | "port" | "incident">;

/** The fibre below the line, as far as it is held here. */
function useKnownFibre(id: string | null): Fibre {
  const can = useSession((session) => session.can);
  const sees = can("network.onu.view");
  const device = useRecord("onus", sees ? id : null);
  const head = useRecord("olts", device?.olt);
  const onOlt = useRows("onus", device ? { selector: { olt: device.olt } } : null);
  const sees_incidents = can("network.incident.view") && device !== null && device !== undefined;
  const affected = useRows("incident_onus", sees_incidents ? { selector: { onu: device.id } } : null);
  const open = useRows("incidents", sees_incidents ? { selector: { status: "OPEN" } } : null);
  return useMemo(() => {
    if (id === null) return { onu: null };
    if (!device || !head) return {};
    const onPort = onOlt?.filter(({ pon_port }) => pon_port === device.pon_port);
    const lost = affected?.filter(({ back_at }) => back_at === null).map(({ incident }) => incident);
    const incident = open?.find((one) => lost?.includes(one.id));
    const outage: IncidentFacts | null = incident
      ? { ...incident, olt_name: head.name, onus: incident.onu_count }
      : null;
    return {
      onu: onuFacts(device, head),
      ...(onPort ? { port: { onus: onPort.length, down: onPort.filter(isDown).length } } : {}),
      ...(open && affected ? { incident: outage } : {}),
    };
  }, [id, device, head, onOlt, affected, open]);
}

/** What this computer holds of the line; what the role may not see, or has not arrived, is left out. */
function useKnownFacts({ id, router, onu, account }: LineCustomer): LineFacts {
  const fibre = useKnownFibre(onu);
  const can = useSession((session) => session.can);
  const online = useOnline();
  const last_in_sync_at = useConnection((connection) => connection.last_in_sync_at);
  const { timezone } = useFormat();
  const device = useRecord("routers", can("network.router.view") ? router : null);
  const jobs = useRows(
    "network_sync_jobs",
    can("network.network_sync_job.view")
      ? {
          selector: { customer: id },
          sort: [{ customer: "desc" }, { created_at: "desc" }],
          limit: JOBS_READ,
        }
      : null,
  );
  const sessions = useRows(
    "user_sessions",
    can("network.user_session.view") ? { selector: { customer: id }, limit: 1 } : null,
  );
  return useMemo(() => {
    const now = (!online && last_in_sync_at) || new Date().toISOString();
    // A router that is chosen and not held here is not known; that none is chosen is.
    const seen = router === null ? null : (device ?? undefined);
    return {
      ...{ now, today: dayOf(new Date(now), timezone), account, ...fibre },
      ...(seen === undefined ? {} : { router: seen }),
      ...(jobs === undefined ? {} : { job: jobs.find(isOfLine) ?? null }),
      ...(sessions === undefined ? {} : { session: sessions[0] ?? null }),
    };
  }, [online, last_in_sync_at, timezone, account, fibre, router, device, jobs, sessions]);
}

/** Refreshed while it is shown: the server asks the devices again each time. */
export function useDiagnosis(line: LineCustomer): ShownDiagnosis {
  const online = useOnline();
  const facts = useKnownFacts(line);
  const { data, error, again } = useAsk<Answer>(`/api/v1/customers/${line.id}/diagnosis/`, REFRESH_MS);
  const known = useMemo(() => ({ verdict: diagnose(facts), steps: lineSteps(facts) }), [facts]);
  if (online && data && !error) {
    const { verdict, steps, asked_at } = data;
    return { verdict, steps, is_live: true, at: asked_at, again };
  }
  return { ...known, is_live: false, at: facts.now, again };
}

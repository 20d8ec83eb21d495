// OLTs on a test server, and what an agent says of them, spoken directly.
import { expect } from "vitest";
import { newId } from "../../../shared/kernel/id.ts";
import type {
  LeasedOltJob,
  ObservedOnu,
  ObserveOltInput,
  OltJobResult,
  OltReading,
} from "../../../shared/network/olt/olt-wire.ts";
import { agentAt, type NetworkFixture } from "../helpers/network-fixture.ts";

let made = 0;

export async function makeOlt(fixture: NetworkFixture, more: object = {}): Promise<string> {
  made += 1;
  return fixture.create("/olts/", {
    name: `OLT ${made}`,
    vendor: "HUAWEI",
    host: `198.51.100.${made % 250}`,
    snmp_port: 1000 + made,
    snmp_version: "2c",
    community: "read-secret",
    ...more,
  });
}

/** `HWTC` and eight digits. */
export const serial = (number: number) => `HWTC${number.toString(16).toUpperCase().padStart(8, "0")}`;

/** An ONU on-line with a good signal, unless `more` says otherwise. */
export function onuAt(pon_port: string, onu_index: number, more: Partial<ObservedOnu> = {}): ObservedOnu {
  return {
    pon_port,
    onu_index,
    serial_number: serial(Number(pon_port.replaceAll("/", "")) * 1_000 + onu_index),
    description: null,
    model: "HG8145",
    status: "ONLINE",
    raw_status: "1",
    rx_power_dbm: -20,
    tx_power_dbm: 2.1,
    olt_rx_power_dbm: -22,
    distance_m: 1_200,
    temperature_c: 41,
    last_down_cause: null,
    raw_cause: null,
    last_down_at: null,
    last_up_at: null,
    ...more,
  };
}

export const readingOf = (onus: ObservedOnu[], more: Partial<OltReading> = {}): OltReading => ({
  onus,
  is_complete: true,
  unconfigured: [],
  warnings: [],
  duration_ms: 5,
  ...more,
});

export interface FakeOltAgent {
  id: string;
  hello: ReturnType<typeof agentAt>["link"]["hello"];
  /** Answers whether the agent is to go on polling the OLT. */
  observe(olt: string, onus?: ObservedOnu[], more?: Partial<ObserveOltInput>): Promise<boolean>;
  lease(olts: string[]): Promise<LeasedOltJob[]>;
  report(
    job: LeasedOltJob,
    outcome: "SUCCEEDED" | "FAILED" | "RETRY",
    more?: { olt_result?: OltJobResult; error?: { code: string; message: string } },
  ): Promise<boolean>;
}

export function oltAgentAt(fixture: NetworkFixture, token = fixture.agentToken): FakeOltAgent {
  const { link } = agentAt(fixture, token);
  const agent_id = newId();
  return {
    id: agent_id,
    hello: (input) => link.hello({ ...input, agent_id }),
    observe: async (olt, onus, more = {}) => {
      const reading = onus ? { reading: readingOf(onus) } : {};
      return (await link.observeOlt({ agent_id, olt, status: "ONLINE", ...reading, ...more })).watch;
    },
    lease: async (olts) => {
      const kinds = { olt_kinds: ["REBOOT_ONU" as const, "POLL_OLT" as const], kinds: [] };
      const question = { agent_id, reachable_router_ids: [], reachable_olt_ids: olts, max: 20, ...kinds };
      return (await link.lease(question)).olt_jobs;
    },
    report: async (job, outcome, more = {}) =>
      (await link.report({ job_id: job.id, lease_id: job.lease_id, outcome, ...more })).accepted,
  };
}

/** The ONUs of an OLT as the list answers them, by place. */
export async function onusOf(fixture: NetworkFixture, olt: string, query = ""): Promise<OnuAnswer[]> {
  const answer = await fixture.tenant.owner.get(`/onus/?olt=${olt}&page_size=500${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.results;
}

export interface OnuAnswer extends Omit<ObservedOnu, "raw_cause"> {
  id: string;
  customer: string | null;
  signal: string;
  signal_since: string;
  missing_since: string | null;
  last_polled_at: string | null;
  version: number;
}

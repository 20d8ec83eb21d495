// A provider with one router and one package on a test server, and what agents say to the server, spoken directly.
import { expect } from "vitest";
import type { z } from "zod";
import { createServerLink, type ServerLink } from "../../../main/network/server-link.ts";
import { inTenant } from "../../../server/kernel/db/db.ts";
import { deleteRows } from "../../../server/kernel/resource/deletions.ts";
import { newId } from "../../../shared/kernel/id.ts";
import {
  type JobResult,
  type jobResult,
  type LeasedJob,
  type ObserveInput,
  ROUTER_JOB_KINDS,
} from "../../../shared/network/agent-wire.ts";
import { networkSyncJob } from "../../../shared/network/index.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { makeTenant, type TestTenant } from "../../helpers/tenant.ts";

export interface NetworkFixture {
  server: TestServer;
  tenant: TestTenant;
  packageId: string;
  /** An API token as network agents have it. */
  agentToken: string;
  create(path: string, body: object): Promise<string>;
  router(more?: object): Promise<string>;
  /** A customer with the package. */
  customer(router: string | null, more?: object): Promise<string>;
  /** The customer's jobs, oldest first. */
  jobs(customer: string): Promise<Job[]>;
  job(id: string): Promise<Job>;
  /** Makes the queue empty, so that a test sees only its own jobs. */
  forgetJobs(): Promise<unknown>;
}

export interface Job {
  id: string;
  kind: string;
  status: string;
  attempts: number;
  last_error: string | null;
  error_code: string | null;
  result: JobResult | null;
  next_attempt_at: string;
  finished_at: string | null;
  requested_by: string;
}

/** Counts through all files that one worker runs, so addresses are of a network that no test names one of. */
let made = 0;
const addressOf = (count: number) => `198.18.${Math.floor(count / 256)}.${count % 256}`;

export async function openNetworkFixture(settings?: Record<string, unknown>): Promise<NetworkFixture> {
  const server = await startTestServer();
  const tenant = await makeTenant(server, settings ? { settings } : {});
  const create = async (path: string, body: object) => {
    const answer = await tenant.owner.post(path, body);
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
    return String(answer.body.id);
  };
  const plan = {
    name: "Home 10",
    price: "500",
    bandwidth_mbps: 10,
    upload_mbps: 2.5,
    router_profile: "home-10",
  };
  const packageId = await create("/packages/", plan);
  const role = tenant.roles.Agent;
  const minted = await tenant.owner.post("/api-tokens/", { name: "Office agent", role });
  const unique = () => {
    made += 1;
    return `n${made}`;
  };
  return {
    server,
    tenant,
    packageId,
    agentToken: String(minted.body.token),
    create,
    router: (more = {}) =>
      create("/routers/", {
        name: unique(),
        host: addressOf(made),
        username: "api",
        password: "router-secret",
        ...more,
      }),
    customer: (router, more = {}) => {
      const username = unique();
      const body = {
        name: "Anika Rahman",
        username,
        phone: "1",
        password: `${username}-pass`,
        package: packageId,
      };
      return create("/customers/", { ...body, router, ...more });
    },
    jobs: async (customer) => {
      const { body } = await tenant.owner.get(`/network-sync-jobs/?customer=${customer}&ordering=created_at`);
      return body.results;
    },
    job: async (id) => (await tenant.owner.get(`/network-sync-jobs/${id}/`)).body,
    forgetJobs: () =>
      inTenant(server.services.db, tenant.tenant, (tx) =>
        deleteRows(tx, networkSyncJob, tenant.tenant.id, tx`true`),
      ),
  };
}

export interface FakeAgent {
  id: string;
  link: ServerLink;
  lease(routers: string[], max?: number): Promise<LeasedJob[]>;
  /** Answers whether the agent is to go on looking at the router. */
  observe(router: string, more?: Partial<ObserveInput>): Promise<boolean>;
  report(job: LeasedJob, outcome: "SUCCEEDED" | "FAILED" | "RETRY", more?: object): Promise<boolean>;
}

/** The agent's side of the wire without an agent behind it. */
export function agentAt(
  fixture: NetworkFixture,
  token = fixture.agentToken,
  // What an agent gives up waiting for is a test of its own; a cluster on a busy machine takes its time.
  link = createServerLink({ url: fixture.server.url, token, call_timeout_ms: 60_000 }),
): FakeAgent {
  const agent_id = newId();
  return {
    id: agent_id,
    link,
    lease: async (routers, max = 20) =>
      (await link.lease({ agent_id, reachable_router_ids: routers, kinds: [...ROUTER_JOB_KINDS], max })).jobs,
    observe: async (router, more = {}) =>
      (await link.observe({ agent_id, router, status: "ONLINE", ...more })).watch,
    report: async (job, outcome, more = {}) =>
      (await link.report({ job_id: job.id, lease_id: job.lease_id, outcome, ...more })).accepted,
  };
}

const nothing = { count: 0, rows: [] };

/** A job's result as an agent reports it. */
export function resultOf(more: Partial<z.input<typeof jobResult>> = {}): z.input<typeof jobResult> {
  return {
    plan: {
      create: nothing,
      update: nothing,
      enable: nothing,
      disable: nothing,
      orphan: nothing,
      foreign: nothing,
      conflict: nothing,
    },
    plan_id: "",
    writes: 0,
    verified: null,
    users: [],
    hotspot_profiles: [],
    trial: false,
    router: { identity: "tower", ros_version: "7.18.2" },
    duration_ms: 5,
    needs_confirmation: [],
    ...more,
  };
}

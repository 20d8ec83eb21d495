// Desired states, accesses and waiting, for the network tests.

import type { OpenOptions, RouterSession } from "../../../main/network/driver.ts";
import { openRouterOs } from "../../../main/network/routeros/session.ts";
import type { RouterSimulator } from "../../../main/network/simulators/router.ts";
import { newId } from "../../../shared/kernel/id.ts";
import {
  adoption,
  type DesiredProfile,
  type DesiredState,
  type DesiredUser,
  desiredState,
  type LeasedJob,
  leasedJob,
  type RouterAccess,
} from "../../../shared/network/agent-wire.ts";
import { eventually } from "../../helpers/process/wait.ts";

export const TENANT = "0a1b2c3d";

export function accessTo(simulator: RouterSimulator, changes: Partial<RouterAccess> = {}): RouterAccess {
  const [user] = simulator.users;
  return {
    id: newId(),
    name: "North tower",
    host: simulator.host,
    api_port: simulator.port,
    use_tls: false,
    tls_fingerprint: null,
    username: user?.username ?? "",
    password: user?.password ?? "",
    legacy_login: false,
    ros_version: null,
    ...changes,
  };
}

export function open(
  simulator: RouterSimulator,
  changes: Partial<RouterAccess> = {},
  options: OpenOptions = {},
): Promise<RouterSession> {
  return openRouterOs(accessTo(simulator, changes), { allow_loopback: true, ...options });
}

export function user(username: string, changes: Partial<DesiredUser> = {}): DesiredUser {
  return {
    customer_id: newId(),
    username,
    name: "Anika Rahman",
    password: `${username}-pass`,
    password_version: null,
    connection: "PPPOE",
    profile: "home-10",
    remote_address: null,
    caller_id: null,
    enabled: true,
    rate_limit: null,
    queue_type: null,
    ...changes,
  };
}

export function profile(name: string, changes: Partial<DesiredProfile> = {}): DesiredProfile {
  return {
    package_id: newId(),
    connection: "PPPOE",
    name,
    rate_limit: { upload_kbps: 10_000, download_kbps: 10_000 },
    ...changes,
  };
}

export function desired(changes: Partial<DesiredState> = {}): DesiredState {
  return desiredState.parse({
    users: [],
    profiles: [],
    tenant_marker: TENANT,
    suspend_mode: "DISABLE_SECRET",
    expired_profile: null,
    ...changes,
  });
}

export function job(
  kind: LeasedJob["kind"],
  state: Partial<DesiredState>,
  changes: Partial<LeasedJob> = {},
): LeasedJob {
  return leasedJob.parse({
    id: newId(),
    lease_id: newId(),
    kind,
    router: newId(),
    dry_run: false,
    confirm: null,
    adopt: adoption.parse({}),
    expected_identity: null,
    known_users: 0,
    witnesses: [],
    urgent: false,
    automatic: false,
    desired: desired(state),
    attempts: 0,
    ...changes,
  });
}

/** Waits until the condition holds; fails with `what` after the time. */
export const until = (what: string, holds: () => boolean | Promise<boolean>): Promise<void> =>
  eventually(holds, what, 10);

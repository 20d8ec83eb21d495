// Actual states for the sync plan, and what carrying out a plan makes of one.
import type { DesiredSecret } from "../../../shared/network/agent-wire.ts";
import { formatComment } from "../../../shared/network/comment.rules.ts";
import {
  type ActualSecret,
  type ActualState,
  type Fields,
  type SyncPlan,
  writingSteps,
} from "../../../shared/network/sync-plan.rules.ts";
import { countPlan } from "../../../shared/network/sync-plan-report.rules.ts";
import { TENANT } from "./fixtures.ts";

let ids = 0;
export function secret(name: string, changes: Partial<ActualSecret> = {}): ActualSecret {
  ids += 1;
  return {
    ros_id: `*${ids.toString(16)}`,
    name,
    profile: "home-10",
    service: "pppoe",
    disabled: false,
    comment: "",
    caller_id: "",
    remote_address: "",
    ...changes,
  };
}

export const own = (of: DesiredSecret, changes: Partial<ActualSecret> = {}): ActualSecret =>
  secret(of.username, { comment: formatComment(TENANT, of.customer_id, of.name, ""), ...changes });

export const router = (...secrets: ActualSecret[]): ActualState => ({ secrets, profiles: [] });
export const counts = (plan: SyncPlan) =>
  Object.fromEntries(Object.entries(countPlan(plan)).filter(([, count]) => count > 0));

/** What the router would hold after the plan. */
export function apply(plan: SyncPlan, actual: ActualState): ActualState {
  const secrets = new Map(actual.secrets.map((row) => [row.ros_id, { ...row }]));
  const profiles = new Map(actual.profiles.map((row) => [row.ros_id, { ...row }]));
  const put = (row: ActualSecret, fields: Fields): ActualSecret => ({
    ...row,
    name: fields.name ?? row.name,
    profile: fields.profile ?? row.profile,
    service: fields.service ?? row.service,
    disabled: fields.disabled === undefined ? row.disabled : fields.disabled === "yes",
    comment: fields.comment ?? row.comment,
    caller_id: fields["caller-id"] ?? row.caller_id,
    remote_address: fields["remote-address"] ?? row.remote_address,
  });
  for (const step of writingSteps(plan)) {
    if (step.what === "profile") {
      const id = step.ros_id ?? `*p${step.name}`;
      const row = profiles.get(id) ?? {
        ros_id: id,
        name: "",
        rate_limit: "",
        remote_address: "",
        comment: "",
      };
      profiles.set(id, {
        ...row,
        name: step.write.name ?? row.name,
        rate_limit: step.write["rate-limit"] ?? row.rate_limit,
        comment: step.write.comment ?? row.comment,
        remote_address: step.write["remote-address"] ?? row.remote_address,
      });
    } else if (step.ros_id === null) {
      const row = put(secret(step.name), step.write);
      secrets.set(row.ros_id, row);
    } else if (step.remove) secrets.delete(step.ros_id);
    else {
      const row = secrets.get(step.ros_id);
      if (row) secrets.set(step.ros_id, put(row, step.write));
    }
  }
  return { secrets: [...secrets.values()], profiles: [...profiles.values()] };
}

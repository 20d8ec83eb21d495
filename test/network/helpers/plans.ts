// Actual states for the sync plan, and what carrying out a plan makes of one.
import type { DesiredUser, RowWhat } from "../../../shared/network/agent-wire.ts";
import { formatComment } from "../../../shared/network/comment.rules.ts";
import { ROW_WHATS } from "../../../shared/network/plan/plan-wire.ts";
import { countPlan } from "../../../shared/network/plan/report.rules.ts";
import {
  type ActualRow,
  type ActualState,
  actualState,
  type Fields,
  type SyncPlan,
  writingSteps,
} from "../../../shared/network/plan/rows.ts";
import { TENANT } from "./fixtures.ts";

let ids = 0;
function nextId(): string {
  ids += 1;
  return `*F${ids.toString(16)}`;
}

/** A row as printed. */
export function row(fields: Fields, ros_id = nextId()): ActualRow {
  return { ros_id, fields: { ".id": ros_id, ...fields } };
}

export const secret = (name: string, fields: Fields = {}): ActualRow =>
  row({
    name,
    profile: "home-10",
    service: "pppoe",
    disabled: "false",
    comment: "",
    "caller-id": "",
    "remote-address": "",
    ...fields,
  });

/** The marker of the customer's rows, with the name that the product writes. */
const marked = (of: DesiredUser): string => formatComment(TENANT, of.customer_id, of.name, "");

export const own = (of: DesiredUser, fields: Fields = {}): ActualRow =>
  secret(of.username, { comment: marked(of), ...fields });

export const router = (...secret: ActualRow[]): ActualState => actualState({ secret });
export const counts = (plan: SyncPlan) =>
  Object.fromEntries(Object.entries(countPlan(plan)).filter(([, count]) => count > 0));

/** What the router would hold after the plan: the rows that it can hold, and what it refused. */
export function apply(plan: SyncPlan, actual: ActualState): ActualState {
  const tables = Object.fromEntries(
    ROW_WHATS.map((what) => [what, new Map(actual[what].map((one) => [one.ros_id, one]))]),
  ) as Record<RowWhat, Map<string, ActualRow>>;
  for (const { what, ros_id, write, remove } of writingSteps(plan)) {
    const table = tables[what];
    if (ros_id === null) {
      const made = row(write);
      table.set(made.ros_id, made);
    } else if (remove) table.delete(ros_id);
    else {
      const before = table.get(ros_id);
      if (before) table.set(ros_id, { ros_id, fields: { ...before.fields, ...write } });
    }
  }
  return actualState(Object.fromEntries(ROW_WHATS.map((what) => [what, [...tables[what].values()]])));
}

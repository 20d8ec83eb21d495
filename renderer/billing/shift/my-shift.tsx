// Where F8 leads: to one's own open drawer, or to opening one.
import { Navigate } from "react-router";
import { shift } from "../../../shared/billing/index.ts";
import { useExpectedRows } from "../../kernel/expected/use-expected.ts";
import { useSession } from "../../kernel/session/session-store.ts";

export function MyShift() {
  const username = useSession(({ identity }) => identity?.user.username ?? "");
  const rows = useExpectedRows(shift, { selector: { cashier: username } });
  if (rows === undefined) return null;
  const open = rows.find(({ status, cashier }) => status === "OPEN" && (cashier ?? username) === username);
  return <Navigate to={open ? `/shifts/${open.id}` : "/shifts?new=1"} replace />;
}

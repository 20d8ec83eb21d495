// Where F8 leads: to one's own open drawer, or to opening one.
import { Navigate } from "react-router";
import { useOpenDrawer } from "./use-open-drawer.ts";

export function MyShift() {
  const open = useOpenDrawer();
  if (open === undefined) return null;
  return <Navigate to={open ? `/shifts/${open.id}` : "/shifts?new=1"} replace />;
}

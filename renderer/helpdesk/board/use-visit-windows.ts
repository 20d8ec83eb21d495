// The hours of visits that this company's customers are told.
import { useMemo } from "react";
import { USUAL_VISITS, type VisitWindow, visitWindows } from "../../../shared/platform/index.ts";
import { useRows } from "../../kernel/replica-hooks.ts";

/** Live: changed in the settings, the board shows them at once. */
export function useVisitWindows(): readonly VisitWindow[] {
  const kept = useRows("settings", { limit: 1 })?.[0]?.visit_windows ?? USUAL_VISITS;
  return useMemo(() => visitWindows(kept), [kept]);
}

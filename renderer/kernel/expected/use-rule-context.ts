// What rules go by beside the record and the input: the moment, the tenant's day, currency and settings.
import { useCallback } from "react";
import { useSession } from "../session/session-store.ts";
import { useFormat } from "../use-format.ts";
import type { RuleContext } from "./rules.ts";

/** Answers a function that tells what a command of this id would go by, were it sent now. */
export function useRuleContext(): (command: string) => RuleContext {
  const { timezone, digits, today } = useFormat();
  const settings = useSession(({ identity }) => identity?.settings);
  const can = useSession((session) => session.can);
  return useCallback(
    (command) => ({
      command,
      now: new Date().toISOString(),
      timezone,
      digits,
      today: today(),
      can,
      ...(settings ? { settings } : {}),
    }),
    [timezone, digits, today, settings, can],
  );
}

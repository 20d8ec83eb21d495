// Leave and advances that were asked for, in the Inbox: the server's lists, as nobody's computer holds others' leave.
import { useMemo } from "react";
import { advanceSalary, leave } from "../../shared/hr/index.ts";
import type { Resource } from "../../shared/kernel/resource.ts";
import { useAsk } from "../kernel/connection/server-answers.ts";
import { useOnline } from "../kernel/connection/use-connection.ts";
import { resourceWords, useWords } from "../kernel/i18n/index.ts";
import type { AnyRecord } from "../kernel/resource/fields.ts";
import type { Action } from "../kernel/resource/operation/action.ts";
import { OperationDialog } from "../kernel/resource/operation/operation-dialog.tsx";
import { useSession } from "../kernel/session/session-store.ts";
import { useFormat } from "../kernel/use-format.ts";
import type { InboxAction, InboxItem } from "../platform/index.ts";
import { ADVANCE_DECISIONS, LEAVE_DECISIONS } from "./decisions.tsx";

/** What somebody else decided leaves the list after so long. */
const AGAIN_MS = 30_000;

const NONE: readonly AnyRecord[] = [];

function usePending(resource: Resource, may: boolean): readonly AnyRecord[] {
  const online = useOnline();
  const path = `/api/v1/${resource.path}/?status=PENDING&ordering=created_at&page_size=100`;
  const { data } = useAsk<{ results: AnyRecord[] }>(may && online ? path : null, AGAIN_MS);
  return online ? (data?.results ?? NONE) : NONE;
}

/** Asks for the number alone. */
function usePendingCount(resource: Resource, may: boolean): number {
  const online = useOnline();
  const path = `/api/v1/${resource.path}/?status=PENDING&page_size=1`;
  const { data } = useAsk<{ count: number }>(may && online ? path : null, AGAIN_MS);
  return online ? (data?.count ?? 0) : 0;
}

export function useHrInboxCount(): number {
  const can = useSession((session) => session.can);
  const leaves = usePendingCount(leave, can("hr.leave.approve"));
  return leaves + usePendingCount(advanceSalary, can("hr.advance_salary.approve"));
}

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

export function useHrInbox(): readonly InboxItem[] {
  const t = useWords();
  const format = useFormat();
  const can = useSession((session) => session.can);
  const leaves = usePending(leave, can("hr.leave.approve"));
  const advances = usePending(advanceSalary, can("hr.advance_salary.approve"));
  return useMemo(() => {
    const actionsOf = (resource: Resource, actions: readonly Action[], record: AnyRecord): InboxAction[] =>
      actions.flatMap((action) => {
        if (!action.icon) return [];
        const label = resourceWords(resource, t.language).operation(action.operation.action);
        const dialog = (close: () => void) => (
          <OperationDialog resource={resource} action={action} records={[record]} onClose={close} />
        );
        return [{ label, icon: action.icon, dialog }];
      });
    const common = (resource: Resource, record: AnyRecord) => ({
      ...{ id: record.id, text: textOf(record.reason), at: textOf(record.created_at) },
      to: `/${resource.path}/${record.id}`,
    });
    const ofLeave = (record: AnyRecord): InboxItem => {
      const [from, to] = [textOf(record.start_date), textOf(record.end_date)];
      const kind = resourceWords(leave, t.language).choice("leave_type", textOf(record.leave_type));
      const names = { who: textOf(record.employee_name), kind, from: format.day(from), to: format.day(to) };
      return {
        ...{ ...common(leave, record), kind: "leave" },
        title: t(from === to ? "inbox.leave_day" : "inbox.leave", names),
        actions: actionsOf(leave, LEAVE_DECISIONS, record),
      };
    };
    const ofAdvance = (record: AnyRecord): InboxItem => ({
      ...{ ...common(advanceSalary, record), kind: "advance", amount: textOf(record.amount) },
      title: t("inbox.advance", {
        who: textOf(record.employee_name),
        month: format.month(textOf(record.deduction_month)),
      }),
      actions: actionsOf(advanceSalary, ADVANCE_DECISIONS, record),
    });
    return [...leaves.map(ofLeave), ...advances.map(ofAdvance)];
  }, [leaves, advances, t, format]);
}

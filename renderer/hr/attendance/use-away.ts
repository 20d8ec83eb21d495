// Who is away on a day, as far as this role may know and the line is there: by leave, or marked absent.
import { useMemo } from "react";
import { attendance, employee, leave } from "../../../shared/hr/index.ts";
import type { RecordOf } from "../../../shared/kernel/resource.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { useResourceWords } from "../../kernel/i18n/index.ts";
import { useSession } from "../../kernel/session/session-store.ts";

interface Listed<T> {
  readonly results: readonly T[];
}

const AT_ONCE = 200;

/** By the id of the member of the staff, why in the screen's words. */
export function useAway(day: string): ReadonlyMap<string, string> {
  const can = useSession((session) => session.can);
  const leaveWords = useResourceWords(leave);
  const sheetWords = useResourceWords(attendance);
  const may = can("hr.employee.view");
  const path = (on: boolean, text: string) => (may && on ? `/api/v1/${text}&page_size=${AT_ONCE}` : null);
  const people = useAsk<Listed<RecordOf<typeof employee>>>(path(true, `${employee.path}/?is_active=true`));
  const begun = `${leave.path}/?status=APPROVED&start_date__lte=${day}&ordering=-start_date`;
  const leaves = useAsk<Listed<RecordOf<typeof leave>>>(path(can("hr.leave.view"), begun));
  const sheet = useAsk<Listed<RecordOf<typeof attendance>>>(
    path(can("hr.attendance.view"), `${attendance.path}/?date=${day}&status=ABSENT`),
  );
  return useMemo(() => {
    const staffOf = new Map((people.data?.results ?? []).map(({ id, staff }) => [id, staff]));
    const away = new Map<string, string>();
    const note = (of: string, why: string) => {
      const staff = staffOf.get(of);
      if (staff) away.set(staff, why);
    };
    for (const one of sheet.data?.results ?? []) note(one.employee, sheetWords.choice("status", one.status));
    for (const one of leaves.data?.results ?? [])
      if (one.end_date >= day) {
        const part = one.day_part === "WHOLE" ? null : leaveWords.choice("day_part", one.day_part);
        note(
          one.employee,
          [leaveWords.choice("leave_type", one.leave_type), part].filter(Boolean).join(", "),
        );
      }
    return away;
  }, [people.data, leaves.data, sheet.data, day, leaveWords, sheetWords]);
}

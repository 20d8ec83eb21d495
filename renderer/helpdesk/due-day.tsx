// Until when a work order is to be done; that day is red once it is over and the work is not.
import { Text } from "@mantine/core";
import type { Task } from "../../shared/helpdesk/index.ts";
import { useFormat } from "../kernel/use-format.ts";

export function DueDay({ of }: { of: Pick<Task, "due_date" | "status"> }) {
  const format = useFormat();
  const { due_date, status } = of;
  if (due_date === null) return null;
  const isLate = due_date < format.today() && status !== "COMPLETED" && status !== "CANCELLED";
  return (
    <Text span inherit c={isLate ? "var(--mantine-color-error)" : undefined}>
      {format.day(due_date)}
    </Text>
  );
}

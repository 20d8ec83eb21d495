// Said where a work order is made: there is another open one at the same house on that day.
import { Alert } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useMemo } from "react";
import { duplicatesIn, type Task, task } from "../../../shared/helpdesk/index.ts";
import { useExpectedRows } from "../../kernel/expected/use-expected.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useSpots } from "./use-addresses.ts";

interface DuplicateWarningProps extends Partial<Pick<Task, "location">> {
  /** The work order that it is said of, where that is made already. */
  except?: string;
  customer: string | null;
  /** "" for none. */
  day: string;
}

type Job = Pick<Task, "id" | "status" | "due_date" | "customer" | "location" | "title">;

/** Other jobs at a job's house by their titles, with their customer where that is another one. */
export const titlesOf = (
  others: readonly Job[],
  customer: string | null,
  who: (job: Job) => { readonly name: string } | undefined,
): string =>
  others
    .map((other) => {
      const name = other.customer === customer ? undefined : who(other)?.name;
      return name ? `${other.title} (${name})` : other.title;
    })
    .join(", ");

export function DuplicateWarning({ except = "", customer, location = null, day }: DuplicateWarningProps) {
  const t = useWords();
  const sameDay = useExpectedRows(task, day ? { selector: { due_date: day } } : null);
  const place = JSON.stringify(location);
  const jobs = useMemo((): readonly Job[] => {
    const asked = { id: except, status: "PENDING", due_date: day, customer, title: "" } as const;
    const others = (sameDay ?? []).filter(({ id }) => id !== except);
    return [{ ...asked, location: JSON.parse(place) as Task["location"] }, ...others];
  }, [sameDay, except, customer, place, day]);
  const { customer: who, spot } = useSpots(jobs);
  const others = useMemo(() => duplicatesIn(jobs, spot).get(except) ?? [], [jobs, spot, except]);
  if (day === "" || others.length === 0) return null;
  return (
    <Alert color="orange" icon={<IconCopy size={18} />} role="status">
      {t("board_day.two_jobs", { titles: titlesOf(others, customer, who) })}
    </Alert>
  );
}

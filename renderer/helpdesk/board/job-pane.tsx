// The job that has the focus, read beside the board: where it is, whom to call, and what was done there before.
import { Anchor, Group, Stack, Text } from "@mantine/core";
import { Link } from "react-router";
import { type Task, task, ticket as ticketResource } from "../../../shared/helpdesk/index.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useRecord } from "../../kernel/replica-hooks.ts";
import { useMayOpen } from "../../kernel/resource/pages.ts";
import { StatusBadge } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { reviewSays } from "../../platform/index.ts";
import { titlesOf } from "../address/duplicate-warning.tsx";
import { addressText } from "../coordinates.ts";
import { windowText } from "./clock-text.ts";
import classes from "./day-board.module.css";
import type { BoardDay } from "./use-day.ts";

/** So many former jobs are read here. */
const BEFORE = 5;

function Before({ board, job }: { board: BoardDay; job: Task }) {
  const t = useWords();
  const format = useFormat();
  const before = board.before(job);
  if (before.length === 0)
    return (
      <Text fz="xs" c="dimmed">
        {t("board_day.never_before")}
      </Text>
    );
  return (
    <div>
      <Text fz="sm" fw={650}>
        {t("board_day.before")}
      </Text>
      {before.slice(0, BEFORE).map((one) => (
        <div key={one.id}>
          <Anchor component={Link} to={`/${task.path}/${one.id}`} fz="sm">
            {format.instant(one.completed_at)} · {one.title}
          </Anchor>
          <Text fz="xs" c="dimmed" lineClamp={2}>
            {one.left_unfixed ? `${t("board_day.unfixed")}: ${one.left_unfixed}` : one.completion_notes}
          </Text>
        </div>
      ))}
    </div>
  );
}

function Whose({ board, job }: { board: BoardDay; job: Task }) {
  const t = useWords();
  const customer = board.customer(job);
  const mayOpen = useMayOpen("customers");
  const ticket = useRecord("tickets", job.ticket);
  return (
    <>
      {customer ? (
        <Text fz="sm">
          {mayOpen ? (
            <Anchor component={Link} to={`/customers/${customer.id}`} inherit>
              {customer.name}
            </Anchor>
          ) : (
            customer.name
          )}{" "}
          <Anchor href={`tel:${customer.phone}`} inherit className="figures">
            {customer.phone}
          </Anchor>
          <br />
          {addressText(customer)}
        </Text>
      ) : null}
      {ticket ? (
        <Text fz="sm">
          {t("board_day.its_ticket")}:{" "}
          <Anchor component={Link} to={`/${ticketResource.path}/${ticket.id}`} inherit>
            {ticket.ticket_number} {ticket.subject}
          </Anchor>
        </Text>
      ) : null}
    </>
  );
}

export function JobPane({ board, job }: { board: BoardDay; job: Task | undefined }) {
  const t = useWords();
  const words = useResourceWords(task);
  const format = useFormat();
  if (!job)
    return (
      <section className={classes.pane} aria-label={t("board_day.pane")}>
        <Text fz="sm" c="dimmed">
          {t("board_day.choose")}
        </Text>
      </section>
    );
  const { window_from: from, window_to: to } = job;
  const others = board.duplicates.get(job.id) ?? [];
  const crossed = board.crossed.get(job.id);
  return (
    // It scrolls, so a key has to reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <section className={classes.pane} aria-label={t("board_day.pane")} tabIndex={0}>
      <Stack gap={8}>
        <Group gap={6}>
          <Text fw={700}>{job.title}</Text>
          <StatusBadge of={task} status={job.status} />
        </Group>
        <Text fz="sm" c="dimmed">
          {[
            words.choice("task_type", job.task_type),
            words.choice("priority", job.priority),
            job.due_date ? format.day(job.due_date) : null,
            from && to ? windowText({ from, to }, format.locale) : null,
          ]
            .filter(Boolean)
            .join(" · ")}
        </Text>
        {crossed ? (
          <Text fz="sm" c="var(--mantine-color-error)">
            {reviewSays(crossed, t, format)}
          </Text>
        ) : null}
        {others.length > 0 ? (
          <Text fz="sm" c="var(--mantine-color-error)">
            {t("board_day.two_jobs", { titles: titlesOf(others, job.customer, board.customer) })}
          </Text>
        ) : null}
        <Whose board={board} job={job} />
        <Text fz="sm" style={{ whiteSpace: "pre-wrap" }} lineClamp={6}>
          {job.description}
        </Text>
        <Before board={board} job={job} />
      </Stack>
    </section>
  );
}

// Cards of Today that this computer's records answer: who is out where, who waits for a call, one's own tickets, customers to look at.
import { Text } from "@mantine/core";
import { useMemo } from "react";
import { callLog } from "../../shared/callcenter/index.ts";
import { isOpenTicket, type Task, task } from "../../shared/helpdesk/index.ts";
import { useWaiting } from "../callcenter/calls/use-waiting.ts";
import { useExpectedRows } from "../kernel/expected/use-expected.ts";
import { useWords } from "../kernel/i18n/index.ts";
import { useById, useRows } from "../kernel/replica-hooks.ts";
import { useSession } from "../kernel/session/session-store.ts";
import { useFormat } from "../kernel/use-format.ts";
import { Figure } from "../reports/figure.tsx";
import { Card, Line } from "../reports/parts.tsx";
import { whereabouts } from "./whereabouts.ts";

/** So many lines of a card are shown; its list has all. */
const SHOWN = 6;
const NONE: readonly never[] = [];

function Empty({ children }: { children: string }) {
  return (
    <Text fz="sm" c="dimmed">
      {children}
    </Text>
  );
}

function All({ n, to }: { n: number; to: string }) {
  const t = useWords();
  const format = useFormat();
  return <Figure to={to}>{t("today.all", { n: format.number(n) })}</Figure>;
}

/** Customers by their ids, as far as they are here. */
function useNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const found = useRows("customers", ids.length > 0 ? { selector: { id: { $in: [...ids].sort() } } } : null);
  return useMemo(() => new Map((found ?? NONE).map(({ id, name }) => [id, name])), [found]);
}

export function OutCard() {
  const t = useWords();
  const format = useFormat();
  const jobs = useExpectedRows(task, { selector: { due_date: format.today() } });
  const staff = useById("staff");
  const lines = useMemo(() => whereabouts(jobs ?? NONE), [jobs]);
  const names = useNames(lines.flatMap(({ job }) => job?.customer ?? []));
  const jobText = (job: Task) => names.get(job.customer ?? "") ?? job.title;
  return (
    <Card title={t("today.out")} aside={<All n={jobs?.length ?? 0} to="day-board" />}>
      {jobs !== undefined && lines.length === 0 ? <Empty>{t("today.out_none")}</Empty> : null}
      {lines.slice(0, SHOWN).map(({ person, job, is_there, done, all }) => (
        <Line
          key={person}
          name={[
            staff.get(person)?.full_name ?? "—",
            job && t(is_there ? "today.out_at" : "today.out_next", { job: jobText(job) }),
          ]
            .filter(Boolean)
            .join(" · ")}
          to={job ? `tasks/${job.id}` : "day-board"}
        >
          {t("today.out_done", { done: format.number(done), all: format.number(all) })}
        </Line>
      ))}
    </Card>
  );
}

export function CallbacksCard() {
  const t = useWords();
  const format = useFormat();
  const waiting = useWaiting() ?? NONE;
  const names = useNames(waiting.flatMap(({ call }) => call.customer ?? []));
  return (
    <Card title={t("today.callbacks")} aside={<All n={waiting.length} to="callbacks" />}>
      {waiting.length === 0 ? <Empty>{t("today.callbacks_none")}</Empty> : null}
      {waiting.slice(0, SHOWN).map(({ call }) => (
        <Line key={call.id} name={names.get(call.customer ?? "") ?? call.phone_number} to={callLog.path}>
          {call.callback_at ? format.instant(call.callback_at) : format.instant(call.started_at)}
        </Line>
      ))}
    </Card>
  );
}

const OPEN = "status__in=OPEN,IN_PROGRESS,WAITING";

export function TicketsCard() {
  const t = useWords();
  const format = useFormat();
  const user = useSession(({ identity }) => identity?.user.id ?? "");
  const me = useRows("staff", { selector: { user } })?.[0]?.id;
  const all = useRows("tickets", { selector: { status: { $in: ["OPEN", "IN_PROGRESS", "WAITING"] } } });
  const open = (all ?? NONE).filter(isOpenTicket);
  const own = open.filter(({ assigned_to }) => me !== undefined && assigned_to === me);
  const nobodys = open.filter(({ assigned_to }) => assigned_to === null);
  const names = useNames(own.flatMap(({ customer }) => customer ?? []));
  return (
    <Card title={t("today.tickets")} aside={<All n={own.length} to={`tickets?${OPEN}&assigned_to=${me}`} />}>
      {own.length === 0 ? <Empty>{t("today.tickets_none")}</Empty> : null}
      {own.slice(0, SHOWN).map(({ id, subject, customer, ticket_number }) => (
        <Line
          key={id}
          name={[names.get(customer ?? ""), subject].filter(Boolean).join(" · ")}
          to={`tickets/${id}`}
        >
          {ticket_number}
        </Line>
      ))}
      <Line name={t("today.tickets_nobody")} to={`tickets?${OPEN}&assigned_to__isnull=true`}>
        {format.number(nobodys.length)}
      </Line>
    </Card>
  );
}

/** Customers that bring nothing, or stop bringing it tonight, so that somebody looks at them. */
export function CustomersCard() {
  const t = useWords();
  const format = useFormat();
  const no_date = useRows("customers", { selector: { status: "ACTIVE", expiry_date: null } });
  const tonight = useRows("customers", { selector: { status: "ACTIVE", expiry_date: format.today() } });
  return (
    <Card title={t("today.customers")}>
      <Line name={t("today.no_date")} to="customers?status=ACTIVE&expiry=none">
        {format.number(no_date?.length ?? 0)}
      </Line>
      <Line name={t("today.ends_today")} to="customers?status=ACTIVE&expiry=today">
        {format.number(tonight?.length ?? 0)}
      </Line>
    </Card>
  );
}

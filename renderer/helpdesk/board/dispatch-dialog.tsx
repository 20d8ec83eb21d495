// Sends a technician for a ticket in one act: who, on which day, between which hours; also without a line.
import { Button, Group, NativeSelect, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import {
  dispatchTicket,
  isOpenJob,
  TASK_TYPES,
  type Ticket,
  task,
  ticket as ticketResource,
  workFor,
} from "../../../shared/helpdesk/index.ts";
import { isDay } from "../../../shared/kernel/day.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { useExpectedRecord, useExpectedRows } from "../../kernel/expected/use-expected.ts";
import { useSend } from "../../kernel/expected/use-send.ts";
import { DateField } from "../../kernel/form/date-field.tsx";
import { Dialog } from "../../kernel/form/dialog.tsx";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useById, useRows } from "../../kernel/replica-hooks.ts";
import type { ActionDialogProps } from "../../kernel/resource/operation/action.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { DuplicateWarning } from "../address/duplicate-warning.tsx";
import { windowText } from "./clock-text.ts";
import { peopleOf } from "./people.ts";
import { useVisitWindows } from "./use-visit-windows.ts";

function usePeople(day: string) {
  const t = useWords();
  const format = useFormat();
  const staff = useRows("staff");
  const roles = useById("roles");
  const jobs = useExpectedRows(task, { selector: { due_date: day } }) ?? [];
  const open = jobs.filter(isOpenJob);
  return peopleOf(staff ?? [], roles, open).map(({ id, name }) => {
    const count = open.filter(({ assigned_to }) => assigned_to === id).length;
    return { value: id, label: t("dispatch.with_jobs", { name, count, n: format.number(count) }) };
  });
}

function DispatchForm({ record, onClose }: { record: Ticket; onClose: () => void }) {
  const t = useWords();
  const words = useResourceWords(task);
  const format = useFormat();
  const send = useSend();
  const templates = useRows("task_templates") ?? [];
  const [title, setTitle] = useState<string>(record.subject);
  const [type, setType] = useState<string>(workFor(record));
  const [template, setTemplate] = useState("");
  const [person, setPerson] = useState("");
  const [day, setDay] = useState<string>(format.today());
  const [window, setWindow] = useState("");
  const windows = useVisitWindows();
  const people = usePeople(isDay(day) ? day : format.today());
  const sending = useCall(async () => {
    const [window_from = null, window_to = null] = window === "" ? [] : window.split("–");
    await send(dispatchTicket, {
      ...{ id: record.id, title: title.trim() || record.subject, template: template || null },
      ...{ task_type: TASK_TYPES.find((one) => one === type), assigned_to: person || null },
      ...{ due_date: day || null, window_from, window_to },
    });
    notifications.show({ color: "green", message: t("dispatch.made", { title }) });
    onClose();
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void sending.run();
      }}
      onKeyDown={(event) => {
        // A browser's own choice takes no Enter.
        if (event.key !== "Enter" || !(event.target instanceof HTMLSelectElement)) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
    >
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing="sm">
          <NativeSelect
            label={t("dispatch.person")}
            data={[{ value: "", label: t("dispatch.nobody") }, ...people]}
            value={person}
            onChange={(event) => setPerson(event.currentTarget.value)}
            data-autofocus
          />
          <DateField label={words.field("due_date")} value={day} onChange={setDay} />
          <NativeSelect
            label={t("dispatch.window")}
            data={[
              { value: "", label: t("board_day.no_window") },
              ...windows.map((one) => ({
                value: `${one.from}–${one.to}`,
                label: windowText(one, format.locale),
              })),
            ]}
            value={window}
            disabled={day === ""}
            onChange={(event) => setWindow(event.currentTarget.value)}
          />
        </SimpleGrid>
        <TextInput
          label={words.field("title")}
          value={title}
          maxLength={200}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Group grow align="flex-start">
          <NativeSelect
            label={words.field("task_type")}
            data={TASK_TYPES.map((value) => ({ value, label: words.choice("task_type", value) }))}
            value={type}
            onChange={(event) => setType(event.currentTarget.value)}
          />
          {templates.length > 0 ? (
            <NativeSelect
              label={t("dispatch.template")}
              data={[
                { value: "", label: "—" },
                ...templates
                  .filter((one) => one.is_active)
                  .map(({ id, name }) => ({ value: id, label: name })),
              ]}
              value={template}
              onChange={(event) => setTemplate(event.currentTarget.value)}
            />
          ) : null}
        </Group>
        <DuplicateWarning customer={record.customer} day={day} />
        <Trouble error={sending.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t("action.cancel")}
          </Button>
          <Button type="submit" loading={sending.busy} disabled={day !== "" && !isDay(day)}>
            {t("dispatch.send")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

export function DispatchDialog({ record, onClose }: Pick<ActionDialogProps, "record" | "onClose">) {
  const t = useWords();
  const ticket = useExpectedRecord(ticketResource, record.id)?.record;
  if (!ticket) return null;
  const title = t("dispatch.title", {
    ticket: `${ticket.ticket_number} ${ticket.subject}`.trim(),
  });
  return (
    <Dialog opened onClose={onClose} size="lg" title={title}>
      <DispatchForm record={ticket} onClose={onClose} />
    </Dialog>
  );
}

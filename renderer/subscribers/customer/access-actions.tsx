// Grace, suspension and resumption: the buttons that a role may press, and the dialog of a grace.
import { Button, Group, Modal, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconHourglassHigh, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { type FormEvent, useRef, useState } from "react";
import { addDays, isDay } from "../../../shared/kernel/day.ts";
import { type Customer, grantGracePeriod, MAX_GRACE_DAYS } from "../../../shared/subscribers/index.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { useSend } from "../../kernel/expected/use-send.ts";
import { DateField } from "../../kernel/form/date-field.tsx";
import { useWords } from "../../kernel/i18n/index.ts";
import { plainDigits } from "../../kernel/money-format.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { ToggleDialog } from "./toggle-dialog.tsx";

const DEFAULT_DAYS = 3;

function GraceDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const t = useWords();
  const format = useFormat();
  const send = useSend();
  const today = format.today();
  const [by, setBy] = useState<"days" | "date">("days");
  const [days, setDays] = useState(String(DEFAULT_DAYS));
  const [date, setDate] = useState(() => addDays(today, DEFAULT_DAYS));
  const count = Number(plainDigits(days.trim()) || Number.NaN);
  const field = useRef<HTMLInputElement>(null);
  const wrong =
    by === "days"
      ? !Number.isInteger(count) || count < 1 || count > MAX_GRACE_DAYS
      : !isDay(date) || date < today || date > addDays(today, MAX_GRACE_DAYS);
  // Nothing is promised for what is refused.
  const until = wrong ? null : by === "date" ? date : addDays(today, count);
  const error = wrong
    ? t(by === "days" ? "grace.days_wrong" : "grace.date_wrong", { max: MAX_GRACE_DAYS })
    : null;
  const giving = useCall(async () => {
    const input = by === "days" ? { days: count } : { promise_date: date };
    await send(grantGracePeriod, { id: customer.id, ...input });
    const given = { name: customer.name, day: format.day(until) };
    notifications.show({ color: "green", message: t("grace.done", given) });
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wrong) return field.current?.focus();
    void giving.run();
  };
  return (
    <Modal opened onClose={onClose} title={t("grace.title", { name: customer.name })}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <SegmentedControl
            value={by}
            onChange={(value) => setBy(value === "date" ? "date" : "days")}
            data={[
              { value: "days", label: t("grace.by_days") },
              { value: "date", label: t("grace.by_date") },
            ]}
          />
          {by === "days" ? (
            <TextInput
              label={t("grace.days", { max: MAX_GRACE_DAYS })}
              ref={field}
              error={error}
              value={days}
              onChange={(event) => setDays(event.currentTarget.value)}
              inputMode="numeric"
              data-autofocus
            />
          ) : (
            <DateField
              label={t("grace.date")}
              ref={field}
              error={error}
              value={date}
              min={today}
              max={addDays(today, MAX_GRACE_DAYS)}
              onChange={setDate}
              data-autofocus
            />
          )}
          {until === null ? null : (
            <Text fz="sm" c="dimmed">
              {t("grace.effect", { day: format.day(until) })}
            </Text>
          )}
          <Trouble error={giving.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("action.cancel")}
            </Button>
            <Button type="submit" loading={giving.busy}>
              {t("grace.give")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** The buttons that this person may press, and their dialogs. */
export function AccessActions({ customer }: { customer: Customer }) {
  const t = useWords();
  const can = useSession((session) => session.can);
  const [open, setOpen] = useState<"grace" | "toggle" | null>(null);
  const close = () => setOpen(null);
  if (customer.status === "TERMINATED") return null;
  const suspending = customer.status === "ACTIVE";
  return (
    <>
      {can("subscribers.customer.grant_grace") ? (
        <Button
          variant="default"
          leftSection={<IconHourglassHigh size={16} />}
          onClick={() => setOpen("grace")}
        >
          {t("grace.action")}
        </Button>
      ) : null}
      {can("subscribers.customer.toggle_status") ? (
        <Button
          variant="default"
          leftSection={suspending ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
          onClick={() => setOpen("toggle")}
        >
          {t(suspending ? "toggle.suspend" : "toggle.resume")}
        </Button>
      ) : null}
      {open === "grace" ? <GraceDialog customer={customer} onClose={close} /> : null}
      {open === "toggle" ? <ToggleDialog customer={customer} onClose={close} /> : null}
    </>
  );
}

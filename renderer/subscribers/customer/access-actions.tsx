// Grace, suspension and resumption: dialogs that say what will happen and ask for the reason.
import {
  Button,
  Checkbox,
  Group,
  Modal,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { IconHourglassHigh, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { addDays } from "../../../shared/kernel/day.ts";
import { hasAccess, MAX_GRACE_DAYS } from "../../../shared/subscribers/index.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { plainDigits } from "../../kernel/money-format.ts";
import { useReplica } from "../../kernel/replica-hooks.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { useCall } from "../../kernel/use-line.ts";
import type { Customer } from "../../records.ts";
import { expectedGrace, expectedToggle } from "./expected-customer.ts";

const DEFAULT_DAYS = 3;

function GraceDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const t = useWords();
  const format = useFormat();
  const replica = useReplica();
  const today = format.today();
  const [by, setBy] = useState<"days" | "date">("days");
  const [days, setDays] = useState(String(DEFAULT_DAYS));
  const [date, setDate] = useState(() => addDays(today, DEFAULT_DAYS));
  const count = Number(plainDigits(days));
  const until =
    by === "date" ? date : addDays(today, Number.isInteger(count) ? Math.min(count, MAX_GRACE_DAYS) : 0);
  const giving = useCall(async () => {
    const input = by === "days" ? { days: count } : { promise_date: date };
    const expected = expectedGrace(customer, input, format.digits, today);
    await replica.send("customer.grant_grace_period", { id: customer.id, ...input }, expected);
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
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
              value={days}
              onChange={(event) => setDays(event.currentTarget.value)}
              inputMode="numeric"
              data-autofocus
            />
          ) : (
            <TextInput
              type="date"
              label={t("grace.date")}
              value={date}
              min={today}
              max={addDays(today, MAX_GRACE_DAYS)}
              onChange={(event) => setDate(event.currentTarget.value)}
              data-autofocus
            />
          )}
          <Text fz="sm" c="dimmed">
            {t("grace.effect", { day: format.day(until) })}
          </Text>
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

function ToggleDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const t = useWords();
  const format = useFormat();
  const replica = useReplica();
  const [reason, setReason] = useState("");
  const [force, setForce] = useState(false);
  const suspending = customer.status === "ACTIVE";
  const lapsed = !suspending && !hasAccess(customer, format.today());
  const toggling = useCall(async () => {
    const input = { reason: reason.trim(), force };
    const expected = expectedToggle(customer, input, format.digits, format.today());
    const payload = { id: customer.id, reason: input.reason, ...(force ? { force } : {}) };
    await replica.send("customer.toggle_status", payload, expected);
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void toggling.run();
  };
  const title = t(suspending ? "toggle.suspend_title" : "toggle.resume_title", { name: customer.name });
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text fz="sm">{t(suspending ? "toggle.suspend_text" : "toggle.resume_text")}</Text>
          {lapsed ? (
            <Checkbox
              checked={force}
              onChange={(event) => setForce(event.currentTarget.checked)}
              label={t("toggle.force")}
            />
          ) : null}
          <Textarea
            label={t("toggle.reason")}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            required={suspending}
            autosize
            minRows={2}
            maxLength={500}
            data-autofocus
          />
          <Trouble error={toggling.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t("action.cancel")}
            </Button>
            <Button
              type="submit"
              color={suspending ? "red" : undefined}
              loading={toggling.busy}
              disabled={(suspending && reason.trim() === "") || (lapsed && !force)}
            >
              {t(suspending ? "toggle.suspend" : "toggle.resume")}
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

// Grace, a promise to pay: days or a day, within what the company's rules let this person promise, and said before it is sent.
import { Alert, Button, Group, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type FormEvent, useRef, useState } from "react";
import { addDays, isDay } from "../../../shared/kernel/day.ts";
import {
  type Customer,
  grantGracePeriod,
  MAX_GRACE_DAYS,
  promiseLimit,
  promisesInPeriod,
} from "../../../shared/subscribers/index.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { useSend } from "../../kernel/expected/use-send.ts";
import { DateField } from "../../kernel/form/date-field.tsx";
import { Dialog } from "../../kernel/form/dialog.tsx";
import { useWords } from "../../kernel/i18n/index.ts";
import { plainDigits } from "../../kernel/money-format.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { promisePolicyOf } from "../customer/expected-customer.ts";

const DEFAULT_DAYS = 3;

export function GraceDialog({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const t = useWords();
  const format = useFormat();
  const send = useSend();
  const today = format.today();
  const settings = useSession(({ identity }) => identity?.settings);
  const can = useSession((session) => session.can);
  const policy = promisePolicyOf(settings, can);
  const given = customer.promised_on ?? [];
  const left = policy ? promiseLimit(policy, given, today).left : null;
  const most = Math.min(MAX_GRACE_DAYS, policy?.promise_max_days ?? MAX_GRACE_DAYS);
  const [by, setBy] = useState<"days" | "date">("days");
  const [days, setDays] = useState(String(Math.min(DEFAULT_DAYS, most)));
  const [date, setDate] = useState(() => addDays(today, Math.min(DEFAULT_DAYS, most)));
  const count = Number(plainDigits(days.trim()) || Number.NaN);
  const field = useRef<HTMLInputElement>(null);
  const isUsedUp = left === 0;
  const wrong =
    isUsedUp ||
    (by === "days"
      ? !Number.isInteger(count) || count < 1 || count > most
      : !isDay(date) || date < today || date > addDays(today, most));
  // Nothing is promised for what is refused.
  const until = wrong ? null : by === "date" ? date : addDays(today, count);
  const error =
    wrong && !isUsedUp
      ? t(by === "days" ? "grace.days_wrong" : "grace.date_wrong", { max: format.number(most) })
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
    <Dialog opened onClose={onClose} title={t("grace.title", { name: customer.name })}>
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
              label={t("grace.days", { max: format.number(most) })}
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
              max={addDays(today, most)}
              onChange={setDate}
              data-autofocus
            />
          )}
          {isUsedUp && policy ? (
            <Alert color="orange" variant="light" icon={<IconAlertTriangle size={18} />} role="alert">
              <Text fz="sm">
                {t("grace.used_up", {
                  times: format.number(policy.promise_max_times ?? 0),
                  period: format.number(policy.promise_period_days),
                  given: promisesInPeriod(policy, given, today)
                    .map((day) => format.day(day))
                    .join(", "),
                })}
              </Text>
            </Alert>
          ) : null}
          {left !== null && left > 0 ? (
            <Text fz="sm" c="dimmed">
              {t("grace.left", { left: format.number(left) })}
            </Text>
          ) : null}
          {most < MAX_GRACE_DAYS ? (
            <Text fz="sm" c="dimmed">
              {t("grace.most", { most: format.number(most) })}
            </Text>
          ) : null}
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
            <Button type="submit" loading={giving.busy} disabled={isUsedUp}>
              {t("grace.give")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

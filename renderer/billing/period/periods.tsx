// The months of the books: which are closed, what that means, and closing the next or opening the last.
import { Badge, Button, Group, Paper, Stack, Table, Text, Title } from "@mantine/core";
import { IconLock, IconLockOpen } from "@tabler/icons-react";
import { useState } from "react";
import { addDays, type Day, isDay } from "../../../shared/kernel/day.ts";
import type { RecordOf } from "../../../shared/kernel/resource.ts";
import type { settings } from "../../../shared/platform/index.ts";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { DateField } from "../../kernel/form/date-field.tsx";
import { useWords } from "../../kernel/i18n/index.ts";
import { useRows } from "../../kernel/replica-hooks.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { PERIOD_COLOURS, type Period, periodsUntil } from "./months.ts";
import { MoveLock } from "./move-lock.tsx";

/** A year and the month that is open. */
const MONTHS = 13;

interface MonthsProps {
  periods: readonly Period[];
  /** What moves the lock; null: this person may not, or is off-line. */
  move: ((to: Day | null) => void) | null;
  today: Day;
}

function Months({ periods, move, today }: MonthsProps) {
  const t = useWords();
  const format = useFormat();
  // The last month that is closed can be opened, one after the other; closing a month closes those before it.
  const newest = periods.find(({ state }) => state !== "OPEN");
  return (
    <Paper style={{ overflowX: "auto" }} maw={720}>
      <Table aria-label={t("period.months")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("period.which")}</Table.Th>
            <Table.Th>{t("period.state")}</Table.Th>
            <Table.Th>
              <span className="visually-hidden">{t("table.actions")}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {periods.map((period) => {
            const { month, first, last, state } = period;
            const closable = state !== "CLOSED" && last < today;
            return (
              <Table.Tr key={month}>
                <Table.Th scope="row" fw={400}>
                  {format.month(month)}
                </Table.Th>
                <Table.Td>
                  <Badge color={PERIOD_COLOURS[state]} size="sm">
                    {t(`period.state.${state}`)}
                  </Badge>
                </Table.Td>
                <Table.Td ta="right" h={44}>
                  {move && closable ? (
                    <Button
                      variant="default"
                      size="xs"
                      leftSection={<IconLock size={15} aria-hidden />}
                      onClick={() => move(last)}
                    >
                      {t("period.close", { day: format.day(last) })}
                    </Button>
                  ) : null}
                  {move && period === newest ? (
                    <Button
                      variant="default"
                      size="xs"
                      ml="xs"
                      leftSection={<IconLockOpen size={15} aria-hidden />}
                      onClick={() => move(addDays(first, -1))}
                    >
                      {t("period.open")}
                    </Button>
                  ) : null}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

function Known({ record }: { record: RecordOf<typeof settings> }) {
  const t = useWords();
  const format = useFormat();
  const online = useOnline();
  const may = useSession(({ can }) => can("finance.period.lock"));
  const today = format.today();
  const { lock_date } = record;
  const periods = periodsUntil(today, lock_date, MONTHS);
  const [to, setTo] = useState<Day | null | undefined>(undefined);
  const [typed, setTyped] = useState("");
  const fits = isDay(typed) && typed < today && (lock_date === null || typed > lock_date);
  const wrong = lock_date
    ? t("period.day_wrong", { day: format.day(lock_date) })
    : t("period.day_wrong_first");
  return (
    <Stack gap="md">
      <Paper p="md" maw={720}>
        <Stack gap="xs">
          <Title order={2}>
            {lock_date ? t("period.locked", { day: format.day(lock_date) }) : t("period.none_locked")}
          </Title>
          <Text fz="sm">{t("period.means")}</Text>
          {may ? null : (
            <Text fz="sm" c="dimmed">
              {t("period.no_right")}
            </Text>
          )}
          {online ? null : (
            <Text fz="sm" c="dimmed">
              {t("record.needs_line")}
            </Text>
          )}
          {may ? (
            <Group gap="sm" align="flex-start">
              <DateField
                label={t("period.day")}
                w={170}
                value={typed}
                error={typed !== "" && !fits ? wrong : undefined}
                onChange={setTyped}
              />
              <Button variant="default" mt={24} disabled={!fits || !online} onClick={() => setTo(typed)}>
                {t("period.close_any")}
              </Button>
            </Group>
          ) : null}
        </Stack>
      </Paper>
      <Months periods={periods} move={may && online ? setTo : null} today={today} />
      {to === undefined ? null : <MoveLock record={record} to={to} onClose={() => setTo(undefined)} />}
    </Stack>
  );
}

export function PeriodsView() {
  const record = useRows("settings", { limit: 1 })?.[0];
  return record ? <Known record={record} /> : null;
}

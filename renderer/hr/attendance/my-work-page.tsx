// One's own work: coming and leaving, the days of late, and leave. All of it works without the line.
import { Alert, Button, Group, Paper, SimpleGrid, Stack, Table, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import {
  IconBeach,
  IconCalendarCheck,
  IconInfoCircle,
  IconLogin2,
  IconLogout2,
  IconX,
} from "@tabler/icons-react";
import { useMemo, useState } from "react";
import {
  type Attendance,
  attendance,
  cancelLeave,
  checkIn,
  checkOut,
  dayToLeave,
  type Leave,
  leave,
  type OwnEmployee,
  requestLeave,
} from "../../../shared/hr/index.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { useExpectedRows } from "../../kernel/expected/use-expected.ts";
import { useSend } from "../../kernel/expected/use-send.ts";
import { FormDialog } from "../../kernel/form/form-dialog.tsx";
import { inputShape } from "../../kernel/form/form-shape.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { ResourceForm } from "../../kernel/resource/form/resource-form.tsx";
import { NothingHere } from "../../kernel/screen/arriving.tsx";
import { Page, PendingClock, StatusBadge, Trouble } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";

/** So many days are shown. */
const DAYS = 31;

function Today({ days }: { days: readonly Attendance[] }) {
  const t = useWords();
  const words = useResourceWords(attendance);
  const format = useFormat();
  const send = useSend();
  const now = new Date().toISOString();
  const day = days.find(({ date }) => date === format.today());
  const open = dayToLeave(days, format.today(), now, true);
  const coming = useCall(() => send(checkIn, { id: day?.id ?? newId() }));
  const leaving = useCall(() => send(checkOut, { id: open?.id ?? newId() }));
  const time = (at: string | null | undefined) => (at ? format.time(at) : "—");
  return (
    <Paper p="lg" component="section" aria-label={t("hr.today")}>
      <Group justify="space-between" gap="lg">
        <Stack gap={4}>
          <Title order={2}>{format.day(format.today())}</Title>
          <Group gap="lg" aria-live="polite">
            <Text>
              {words.field("check_in")}: <b className="figures">{time(day?.check_in)}</b>
            </Text>
            <Text>
              {words.field("check_out")}: <b className="figures">{time(day?.check_out)}</b>
            </Text>
            {day ? <StatusBadge of={attendance} status={day.status} /> : null}
            {day?.version === 0 ? <PendingClock /> : null}
          </Group>
        </Stack>
        <Group>
          <Button
            size="md"
            leftSection={<IconLogin2 size={18} />}
            variant={day?.check_in ? "default" : "filled"}
            disabled={Boolean(day?.check_in)}
            loading={coming.busy}
            onClick={() => void coming.run()}
          >
            {words.operation("check_in")}
          </Button>
          <Button
            size="md"
            leftSection={<IconLogout2 size={18} />}
            variant={open?.check_in && !open.check_out ? "filled" : "default"}
            loading={leaving.busy}
            onClick={() => void leaving.run()}
          >
            {words.operation("check_out")}
          </Button>
        </Group>
      </Group>
      <Trouble error={coming.error ?? leaving.error} />
    </Paper>
  );
}

function Days({ days }: { days: readonly Attendance[] }) {
  const t = useWords();
  const words = useResourceWords(attendance);
  const format = useFormat();
  return (
    <Paper p="md" component="section" aria-label={t("hr.my_days")}>
      <Title order={2} mb="xs">
        {t("hr.my_days")}
      </Title>
      {days.length === 0 ? (
        <NothingHere icon={IconCalendarCheck} title={words.none} />
      ) : (
        <Table aria-label={t("hr.my_days")}>
          <Table.Thead>
            <Table.Tr>
              {(["date", "check_in", "check_out", "status"] as const).map((name) => (
                <Table.Th key={name}>{words.field(name)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days.map(({ id, date, check_in, check_out, status }) => (
              <Table.Tr key={id}>
                <Table.Td>{format.day(date)}</Table.Td>
                <Table.Td className="figures">{check_in ? format.time(check_in) : "—"}</Table.Td>
                <Table.Td className="figures">{check_out ? format.time(check_out) : "—"}</Table.Td>
                <Table.Td>
                  <StatusBadge of={attendance} status={status} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Paper>
  );
}

function RequestDialog({ onClose }: { onClose: () => void }) {
  const words = useResourceWords(leave);
  const t = useWords();
  const send = useSend();
  const shape = useMemo(() => inputShape(requestLeave.input), []);
  return (
    <FormDialog opened onClose={onClose} title={words.operation("request")} size={560}>
      <ResourceForm
        resource={leave}
        shape={shape}
        groups={[{ fields: ["leave_type", "start_date", "end_date", "day_part", "reason"] }]}
        record={null}
        defaults={{ leave_type: "CASUAL", day_part: "WHOLE" }}
        proposals={{ reason: [t("hr.reason_family"), t("hr.reason_ill"), t("hr.reason_travel")] }}
        submitLabel={words.operation("request")}
        onSubmit={async (body) => {
          await send(requestLeave, { ...requestLeave.input.parse(body), id: newId() });
          notifications.show({ color: "green", message: t("hr.asked") });
          onClose();
        }}
      />
    </FormDialog>
  );
}

function Leaves({ leaves }: { leaves: readonly Leave[] }) {
  const t = useWords();
  const words = useResourceWords(leave);
  const format = useFormat();
  const send = useSend();
  const [asking, setAsking] = useState(false);
  const cancelling = useCall((id: string) => send(cancelLeave, { id }));
  const isOpen = ({ status, start_date }: Leave) =>
    status === "PENDING" || (status === "APPROVED" && format.today() < start_date);
  return (
    <Paper p="md" component="section" aria-label={t("hr.my_leave")}>
      <Group justify="space-between" mb="xs">
        <Title order={2}>{t("hr.my_leave")}</Title>
        <Button size="compact-md" onClick={() => setAsking(true)}>
          {words.operation("request")}
        </Button>
      </Group>
      <Trouble error={cancelling.error} />
      {leaves.length === 0 ? (
        <NothingHere icon={IconBeach} title={words.none} />
      ) : (
        <Table aria-label={t("hr.my_leave")}>
          <Table.Tbody>
            {leaves.map((one) => (
              <Table.Tr key={one.id}>
                <Table.Td>
                  {format.day(one.start_date)}
                  {one.end_date === one.start_date ? "" : ` – ${format.day(one.end_date)}`}
                  <Text fz="xs" c="dimmed">
                    {[
                      words.choice("leave_type", one.leave_type),
                      one.day_part === "WHOLE" ? null : words.choice("day_part", one.day_part),
                      ...[one.reason, one.decision_reason],
                    ]
                      .filter(Boolean)
                      .join(" · ")}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Group gap={6}>
                    <StatusBadge of={leave} status={one.status} />
                    {one.version === 0 ? <PendingClock /> : null}
                  </Group>
                </Table.Td>
                <Table.Td ta="right">
                  {isOpen(one) ? (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color="red"
                      leftSection={<IconX size={14} />}
                      aria-label={`${words.operation("cancel")}: ${format.day(one.start_date)}`}
                      onClick={() => void cancelling.run(one.id)}
                    >
                      {words.operation("cancel")}
                    </Button>
                  ) : null}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {asking ? <RequestDialog onClose={() => setAsking(false)} /> : null}
    </Paper>
  );
}

const NO_DAYS: readonly Attendance[] = [];
const NO_LEAVES: readonly Leave[] = [];

export function MyWorkPage() {
  const t = useWords();
  // Only the server knows whether this account is an employee's; without the line it is assumed to be.
  const mine = useAsk<OwnEmployee>("/api/v1/employees/me/").data;
  const days = useExpectedRows(attendance, { sort: [{ date: "desc" }], limit: DAYS }) ?? NO_DAYS;
  const leaves = useExpectedRows(leave, { sort: [{ start_date: "desc" }], limit: DAYS }) ?? NO_LEAVES;
  const isNobody = mine !== null && mine.employee === null;
  return (
    <Page title={t("nav.my_work")} subtitle={mine?.employee?.name}>
      {isNobody ? (
        <Alert color="blue" icon={<IconInfoCircle size={18} />}>
          {t("error.NO_EMPLOYEE")}
        </Alert>
      ) : (
        <Stack gap="md">
          <Today days={days} />
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" style={{ alignItems: "start" }}>
            <Days days={days} />
            <Leaves leaves={leaves} />
          </SimpleGrid>
        </Stack>
      )}
    </Page>
  );
}

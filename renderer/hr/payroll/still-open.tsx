// What may change salaries still, said by name before they are drawn up or paid.
import { Alert, Button, Group, List, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { Payroll, PayrollGaps } from "../../../shared/hr/index.ts";
import type { Month } from "../../../shared/kernel/day.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { Dialog } from "../../kernel/form/dialog.tsx";
import { useWords } from "../../kernel/i18n/index.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { type GapGroup, undecided } from "./gaps.rules.ts";

function Groups({ groups }: { groups: readonly GapGroup[] }) {
  const t = useWords();
  return (
    <List fz="sm" spacing={2} mah={220} style={{ overflowY: "auto" }}>
      {groups.map(({ gap, gaps }) => (
        <List.Item key={gap}>
          {t(`hr.gap.${gap}`)}: {gaps.map(({ employee_name }) => employee_name).join(", ")}
        </List.Item>
      ))}
    </List>
  );
}

/** Of these people's pay of a month that is about to be paid. */
function OfMonth({ month, employees }: { month: Month; employees: ReadonlySet<string> }) {
  const t = useWords();
  const format = useFormat();
  const may = useSession(({ can }) => can("hr.payroll.generate"));
  const { data, error } = useAsk<PayrollGaps>(may ? `/api/v1/payrolls/gaps/?month=${month}` : null);
  const groups = undecided(data?.gaps.filter(({ employee }) => employees.has(employee)) ?? []);
  if (groups.length === 0) return <Trouble error={error} />;
  return (
    <Alert
      color="orange"
      icon={<IconAlertTriangle size={18} />}
      title={t("hr.still_open", { month: format.month(month) })}
    >
      <Groups groups={groups} />
      <Text fz="sm">{t("hr.paid_stays")}</Text>
    </Alert>
  );
}

/** What is undecided of the pay of these, month by month. */
export function StillOpen({ of }: { of: readonly Pick<Payroll, "employee" | "month">[] }) {
  const months = [...new Set(of.map(({ month }) => month))];
  return months.map((month) => {
    const pays = of.filter((one) => one.month === month);
    return <OfMonth key={month} month={month} employees={new Set(pays.map(({ employee }) => employee))} />;
  });
}

interface DrawUpDialogProps {
  title: string;
  groups: readonly GapGroup[];
  onDrawUp: () => void;
  onClose: () => void;
}

/** Asks once more whether to draw up what may change still. */
export function DrawUpDialog({ title, groups, onDrawUp, onClose }: DrawUpDialogProps) {
  const t = useWords();
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Stack gap="md">
        <Text fz="sm">{t("hr.draw_up_open")}</Text>
        <Groups groups={groups} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t("action.cancel")}
          </Button>
          <Button onClick={onDrawUp}>{t("hr.draw_up_anyway")}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

// What a month's pay is made of, and the slip for the employee.
import { Button, Group, Paper, Stack, Table, Title } from "@mantine/core";
import { IconFileTypePdf } from "@tabler/icons-react";
import type { Payroll } from "../../../shared/hr/index.ts";
import { useCall, useOnline } from "../../kernel/connection/use-connection.ts";
import { saveFile } from "../../kernel/desktop-bridge.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useReplica } from "../../kernel/replica-hooks.ts";
import { Money, Trouble } from "../../kernel/screen/parts.tsx";

export function PayrollDetail({ record }: { record: Pick<Payroll, "id" | "breakdown" | "month"> }) {
  const t = useWords();
  const online = useOnline();
  const { client } = useReplica();
  const { breakdown } = record;
  const saving = useCall(async () => {
    const pdf = await client.file(`/api/v1/payrolls/${record.id}/slip/`);
    await saveFile(`salary-${record.month}.pdf`, pdf, "application/pdf");
  });
  const parts: [string, string][] = [
    [t("hr.part.given"), breakdown.given],
    [t("hr.part.advances"), breakdown.advances],
    [t("hr.part.unpaid_leave", { n: breakdown.unpaid_leave_days }), breakdown.unpaid_leave],
    [t("hr.part.outside", { n: breakdown.outside_days }), breakdown.outside],
  ];
  return (
    <Stack gap="md">
      <Paper p="md" component="section" aria-label={t("hr.deducted")}>
        <Title order={2} mb="xs">
          {t("hr.deducted")}
        </Title>
        <Table aria-label={t("hr.deducted")} maw={480}>
          <Table.Tbody>
            {parts.map(([label, amount]) => (
              <Table.Tr key={label}>
                <Table.Th scope="row" fw={400}>
                  {label}
                </Table.Th>
                <Table.Td ta="right">
                  <Money value={amount} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
      <Trouble error={saving.error} />
      <Group>
        <Button
          variant="default"
          leftSection={<IconFileTypePdf size={16} />}
          disabled={!online}
          loading={saving.busy}
          onClick={() => void saving.run()}
        >
          {t("hr.slip")}
        </Button>
      </Group>
    </Stack>
  );
}

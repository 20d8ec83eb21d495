// The resellers' month: what moved each balance, what they sold, and who owes.
import { Anchor, Paper, Table } from "@mantine/core";
import { IconBuildingStore } from "@tabler/icons-react";
import { Link } from "react-router";
import type { Settlements } from "../../../../shared/billing/index.ts";
import { useAsk } from "../../../kernel/connection/server-answers.ts";
import { useWords } from "../../../kernel/i18n/index.ts";
import { Money, Nothing } from "../../../kernel/screen/parts.tsx";
import { Trouble } from "../../../kernel/trouble.tsx";
import { useFormat } from "../../../kernel/use-format.ts";
import type { StepProps } from "../step-props.ts";

const AMOUNTS = ["opening", "topped_up", "charged", "adjusted", "closing", "retail", "commission"] as const;

export function SettleStep({ end }: StepProps) {
  const t = useWords();
  const format = useFormat();
  const days = new URLSearchParams({ from: `${end.month}-01`, to: end.day });
  const { data, error } = useAsk<Settlements>(`/api/v1/reports/reseller-settlements/?${days}`);
  if (error) return <Trouble error={error} />;
  if (!data) return null;
  if (data.resellers.length === 0)
    return (
      <Nothing icon={IconBuildingStore} title={t("steps.no_resellers")} hint={t("steps.no_resellers_hint")} />
    );
  return (
    <Paper style={{ overflowX: "auto" }} tabIndex={0} component="section" aria-label={t("steps.settlements")}>
      <Table aria-label={t("steps.settlements")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("steps.reseller")}</Table.Th>
            <Table.Th ta="right">{t("steps.sales")}</Table.Th>
            {AMOUNTS.map((name) => (
              <Table.Th key={name} ta="right">
                {t(`steps.settled.${name}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.resellers.map((row) => (
            <Table.Tr key={row.reseller}>
              <Table.Th scope="row" fw={400}>
                <Anchor component={Link} to={`/resellers/${row.reseller}`} fz="sm">
                  {row.company_name}
                </Anchor>
              </Table.Th>
              <Table.Td ta="right" className="figures">
                {format.number(row.sales)}
              </Table.Td>
              {AMOUNTS.map((name) => (
                <Table.Td key={name} ta="right">
                  <Money
                    value={row[name]}
                    tone={name === "closing" && format.minor(row.closing) < 0n ? "overdue" : "plain"}
                  />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row" colSpan={4}>
              {t("steps.settled.total")}
            </Table.Th>
            <Table.Th ta="right">
              <Money value={data.total_charged} />
            </Table.Th>
            <Table.Td colSpan={3} />
            <Table.Th ta="right">
              <Money value={data.total_commission} />
            </Table.Th>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Paper>
  );
}

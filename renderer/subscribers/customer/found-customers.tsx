// Customers in the search over everything.
import { Group, Text } from "@mantine/core";
import type { SpotlightActionGroupData } from "@mantine/spotlight";
import { IconUser } from "@tabler/icons-react";
import { useNavigate } from "react-router";
import { customer } from "../../../shared/subscribers/index.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { Marked } from "../../kernel/screen/marked.tsx";
import { StatusBadge } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { useSeesMoney } from "../rights.ts";
import { useCustomerSearch } from "./customer-search.ts";

/** @param address What is opened of a customer: the page, or the page with something done there. */
export function useFoundCustomers(
  query: string,
  limit: number,
  address: (page: string) => string,
): SpotlightActionGroupData {
  const t = useWords();
  const format = useFormat();
  const navigate = useNavigate();
  const seesMoney = useSeesMoney();
  const search = useCustomerSearch(query, limit);
  const found = query.trim() === "" ? [] : search.rows;
  return {
    group: t("nav.customers"),
    actions: found.map((row) => ({
      id: row.id,
      label: row.name,
      onClick: () => navigate(address(`/customers/${row.id}`)),
      children: (
        <Group wrap="nowrap" w="100%" gap="sm">
          <IconUser size={18} aria-hidden />
          <div style={{ flex: 1, minWidth: 0 }}>
            <Text fw={600} fz="sm" className="cut">
              <Marked text={row.name} query={query} />
            </Text>
            <Text fz="xs" c="dimmed">
              <Marked
                text={[row.customer_code, row.username, row.phone, row.area].filter(Boolean).join(" · ")}
                query={query}
              />
            </Text>
          </div>
          {seesMoney && /[1-9]/.test(row.due_amount) ? (
            <Text fz="sm" c="var(--money-overdue)" className="figures">
              {t("found.due", { amount: format.money(format.minor(row.due_amount)) })}
            </Text>
          ) : null}
          <StatusBadge of={customer} status={row.status} />
        </Group>
      ),
    })),
  };
}

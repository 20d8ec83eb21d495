// Search over everything, under `/` and Ctrl+K: customers of this computer, and what can be done.
import { Group, Text } from "@mantine/core";
import { Spotlight, type SpotlightActionGroupData } from "@mantine/spotlight";
import { IconCash, IconSearch, IconUser, IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useCustomerSearch } from "../draft-customers.ts";
import { useWords } from "../i18n/index.ts";
import { useSeesMoney } from "../rights.ts";
import { Marked } from "../screen/marked.tsx";
import { StateBadge } from "../screen/parts.tsx";
import { permitted, type Screen } from "../screen/screens.ts";
import { useSession } from "../session/session-store.ts";
import { useFormat } from "../use-format.ts";
import classes from "./finder.module.css";

const LIMIT = 8;

export function Finder({ screens }: { screens: readonly Screen[] }) {
  const t = useWords();
  const format = useFormat();
  const navigate = useNavigate();
  const can = useSession((session) => session.can);
  const seesMoney = useSeesMoney();
  const [query, setQuery] = useState("");
  const search = useCustomerSearch(query, { limit: LIMIT });
  const found = query.trim() === "" ? [] : search.rows;
  const words = query.trim().toLowerCase();
  const matches = (text: string) => text.toLowerCase().includes(words);

  const customers: SpotlightActionGroupData = {
    group: t("nav.customers"),
    actions: found.map((row) => ({
      id: row.id,
      label: row.name,
      onClick: () => navigate(`/customers/${row.id}`),
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
          <StateBadge state={row.status} />
        </Group>
      ),
    })),
  };
  const doings = [
    {
      id: "recharge",
      label: t("finder.recharge"),
      leftSection: <IconCash size={18} />,
      shown: can("billing.recharge.create"),
      onClick: () => navigate("/counter"),
    },
    {
      id: "new-customer",
      label: t("customers.new"),
      leftSection: <IconUserPlus size={18} />,
      shown: can("subscribers.customer.create"),
      onClick: () => navigate("/customers?new=1"),
    },
    ...permitted(screens, can).flatMap(({ path, nav }) =>
      nav
        ? [
            {
              id: path,
              label: t(nav.label),
              leftSection: <nav.icon size={18} />,
              shown: true,
              onClick: () => navigate(`/${path}`),
            },
          ]
        : [],
    ),
  ];
  const actions: SpotlightActionGroupData = {
    group: t("finder.actions"),
    actions: doings
      .filter(({ shown, label }) => shown && matches(label))
      .map(({ shown: _, ...action }) => action),
  };
  return (
    <Spotlight
      actions={[customers, actions].filter((group) => group.actions.length > 0)}
      query={query}
      onQueryChange={setQuery}
      filter={(_query, all) => all}
      attributes={{ content: { "aria-label": t("shell.search") } }}
      shortcut="/"
      classNames={{ action: classes.action }}
      nothingFound={t("finder.nothing")}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: t("shell.search"),
        "aria-label": t("shell.search"),
      }}
    />
  );
}

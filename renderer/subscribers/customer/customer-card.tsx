// A customer in a phone's list: who, where, in which state, with light or without; one touch opens them, another calls.
import { ActionIcon, Anchor, Box, Group, Paper, Text } from "@mantine/core";
import { IconPhone } from "@tabler/icons-react";
import { Link } from "react-router";
import { customer } from "../../../shared/subscribers/index.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useRows } from "../../kernel/replica-hooks.ts";
import { Money, StatusBadge } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { SignalMark } from "../../network/index.ts";
import { useSeesMoney } from "../rights.ts";
import { isWithoutDay } from "./customer-filter.ts";
import type { CustomerRow } from "./customer-search.ts";

function Light({ of }: { of: string }) {
  const onu = useRows("onus", { selector: { customer: of }, limit: 1 })?.[0];
  return onu ? <SignalMark onu={onu} /> : null;
}

export function CustomerCard({ row }: { row: CustomerRow }) {
  const t = useWords();
  const format = useFormat();
  const seesMoney = useSeesMoney();
  const seesLight = useSession((session) => session.can)("network.onu.view");
  const day = row.expiry_date;
  const isOver = day !== null && day < format.today();
  const due = format.minor(row.due_amount);
  return (
    <Paper p="sm">
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <Box flex={1} miw={0}>
          <Anchor component={Link} to={`/customers/${row.id}`} fw={600} style={{ overflowWrap: "anywhere" }}>
            {row.name}
          </Anchor>
          <Text fz="sm" c="dimmed">
            {[row.area, row.customer_code].filter(Boolean).join(" · ")}
          </Text>
          <Group gap={8} mt={4}>
            <StatusBadge of={customer} status={row.status} />
            {seesLight ? <Light of={row.id} /> : null}
            {isWithoutDay(row) ? (
              <Text fz="sm" c="var(--signal-warn)">
                {t("customers.no_day")}
              </Text>
            ) : (
              <Text fz="sm" className="figures" c={isOver ? "var(--money-overdue)" : undefined}>
                {format.day(day)}
              </Text>
            )}
            {seesMoney && due > 0n ? (
              <Text fz="sm" fw={600}>
                <Money value={due} />
              </Text>
            ) : null}
          </Group>
        </Box>
        {row.phone ? (
          <ActionIcon
            component="a"
            href={`tel:${row.phone}`}
            size={44}
            variant="light"
            aria-label={t("customers.call", { name: row.name })}
          >
            <IconPhone size={20} aria-hidden />
          </ActionIcon>
        ) : null}
      </Group>
    </Paper>
  );
}

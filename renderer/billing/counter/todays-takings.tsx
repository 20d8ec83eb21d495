// What this clerk took today: the total by method, and the last receipts with their state.
import { Anchor, Box, Divider, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconReceipt } from "@tabler/icons-react";
import { Link } from "react-router";
import { transaction } from "../../../shared/billing/index.ts";
import { resourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useRecord } from "../../kernel/replica-hooks.ts";
import { Known, NothingHere, useArriving } from "../../kernel/screen/arriving.tsx";
import { Money, PendingClock } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { type Taking, totalsOf } from "./takings.ts";

const SHOWN = 8;

/** @param isBlind What is taken in cash is not said, nor what tells it: its drawer is counted without knowing what should be there. */
export function TodaysTotals({ takings, isBlind }: { takings: readonly Taking[]; isBlind: boolean }) {
  const t = useWords();
  const { total, methods } = totalsOf(takings);
  const arriving = useArriving();
  return (
    <Paper p="md" component="section" aria-labelledby="takings">
      <Group justify="space-between" align="baseline">
        <Title order={2} id="takings">
          {t("takings.title")}
        </Title>
        <Text fz="sm" c="dimmed">
          {arriving ? t("takings.arriving") : t("takings.count", { count: takings.length })}
        </Text>
      </Group>
      {isBlind ? null : (
        <Text fz={28} fw={650} mt={4} component="div" data-testid="takings-total">
          <Known width={140}>
            <Money value={total} currency />
          </Known>
        </Text>
      )}
      {methods.length > 0 && !arriving ? <Divider my="sm" /> : null}
      <Stack gap={4}>
        {(arriving ? [] : methods).map(([method, amount]) => (
          <Group key={method} justify="space-between">
            <Text fz="sm" c="dimmed">
              {resourceWords(transaction, t.language).choice("method", method)}
            </Text>
            {isBlind && method === "CASH" ? (
              <Text fz="sm" c="dimmed">
                {t("takings.after_count")}
              </Text>
            ) : (
              <Text fz="sm" fw={600}>
                <Money value={amount} />
              </Text>
            )}
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}

function TakingRow({ taking }: { taking: Taking }) {
  const format = useFormat();
  const customer = useRecord("customers", taking.customer);
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm" component="li" py={5}>
      <Box miw={0}>
        {customer ? (
          <Anchor
            component={Link}
            to={`/customers/${customer.id}`}
            fz="sm"
            fw={600}
            className="cut"
            display="block"
          >
            {customer.name}
          </Anchor>
        ) : (
          <Text fz="sm">—</Text>
        )}
        <Text fz="xs" c="dimmed" className="figures">
          {format.time(taking.at)} · {taking.receipt_number}
        </Text>
      </Box>
      <Group gap={6} wrap="nowrap">
        {taking.pending ? <PendingClock /> : null}
        <Text fz="sm" fw={600}>
          <Money value={taking.amount} />
        </Text>
      </Group>
    </Group>
  );
}

export function RecentTakings({ takings }: { takings: readonly Taking[] }) {
  const t = useWords();
  return (
    <Paper p="md" component="section" aria-labelledby="recent">
      <Title order={2} id="recent" mb={4}>
        {t("takings.recent")}
      </Title>
      {takings.length === 0 ? (
        <NothingHere icon={IconReceipt} title={t("takings.none")} hint={t("takings.none_hint")} />
      ) : (
        <Box component="ul" p={0} m={0} style={{ listStyle: "none" }}>
          {takings.slice(0, SHOWN).map((taking) => (
            <TakingRow key={taking.receipt_number} taking={taking} />
          ))}
        </Box>
      )}
    </Paper>
  );
}

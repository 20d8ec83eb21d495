// Closing the books up to a day, or opening them again: what it means, what it concerns, then the deed.
import { Anchor, Button, Group, Stack, Table, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { Link } from "react-router";
import { ledgerEntry } from "../../../shared/billing/index.ts";
import { addDays, type Day } from "../../../shared/kernel/day.ts";
import type { RecordOf } from "../../../shared/kernel/resource.ts";
import { settings } from "../../../shared/platform/index.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { useBegun } from "../../kernel/expected/use-begun.ts";
import { Dialog } from "../../kernel/form/dialog.tsx";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useWriter } from "../../kernel/resource/source/use-writer.ts";
import { Money } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { Trouble } from "../../kernel/trouble.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import type { ListedEntry } from "../accounts/entries-page.tsx";
import { useBookWords, useSystemAccounts } from "../accounts/use-books.ts";

type Settings = RecordOf<typeof settings>;

interface Listed {
  readonly count: number;
  readonly count_is_exact?: false;
  readonly results: readonly ListedEntry[];
}

/** The latest entries that are open now and will be closed. */
function LastPostings({ after, until }: { after: Day | null; until: Day }) {
  const t = useWords();
  const words = useResourceWords(ledgerEntry);
  const books = useBookWords();
  const format = useFormat();
  const codes = new Map([...(useSystemAccounts() ?? [])].map(([code, id]) => [id, code]));
  const asked = new URLSearchParams({ scope: "all", entry_date__lte: until, page_size: "6" });
  if (after) asked.set("entry_date__gte", addDays(after, 1));
  const { data, error } = useAsk<Listed>(`/api/v1/ledger-entries/?${asked}`);
  if (error) return <Trouble error={error} />;
  if (!data) return null;
  const { count, results } = data;
  if (results.length === 0) return <Text fz="sm">{t("period.nothing")}</Text>;
  const more = data.count_is_exact === false;
  return (
    <>
      <Text fz="sm" fw={600}>
        {t(more ? "period.count_more" : "period.count", { n: format.number(more ? count - 1 : count) })}
      </Text>
      <Table aria-label={t("period.last")} verticalSpacing={4} captionSide="top">
        <Table.Caption>{t("period.last")}</Table.Caption>
        <Table.Tbody>
          {results.map((entry) => {
            const code = codes.get(entry.account);
            const amount = format.minor(entry.debit) === 0n ? entry.credit : entry.debit;
            return (
              <Table.Tr key={entry.id}>
                <Table.Td>{format.day(entry.entry_date)}</Table.Td>
                <Table.Td>
                  <Anchor component={Link} to={`/books/journals/${entry.journal}`} fz="sm">
                    {code ? books.account(code) : entry.customer_name}
                  </Anchor>
                </Table.Td>
                <Table.Td>{words.choice("entry_type", entry.entry_type)}</Table.Td>
                <Table.Td ta="right">
                  <Money value={amount} />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </>
  );
}

interface MoveLockProps {
  record: Settings;
  /** The last day that will be closed; null: none. */
  to: Day | null;
  onClose: () => void;
}

export function MoveLock({ record: now, to, onClose }: MoveLockProps) {
  const record = useBegun(now);
  const t = useWords();
  const format = useFormat();
  const writer = useWriter(settings);
  const sees = useSession(({ can }) => can("reporting.report.view") && can("finance.ledger_entry.view"));
  const { lock_date: before } = record;
  const closes = to !== null && (before === null || to > before);
  const day = format.day(closes ? to : to && addDays(to, 1));
  const opens_from = to === null ? t("period.beginning") : day;
  const said = { day: closes ? day : opens_from };
  const moving = useCall(async () => {
    await writer.update(record, { lock_date: to });
    notifications.show({
      color: "green",
      message: t(closes ? "period.closed_done" : "period.opened_done", said),
    });
    onClose();
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      size={560}
      title={t(closes ? "period.close_title" : "period.open_title", said)}
    >
      <Stack gap="md">
        <Text fz="sm">{closes ? t("period.means") : t("period.open_means", said)}</Text>
        {closes && sees ? <LastPostings after={before} until={to} /> : null}
        <Trouble error={moving.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t("action.cancel")}
          </Button>
          <Button
            color={closes ? undefined : "red"}
            loading={moving.busy}
            disabled={!writer.ready("update")}
            onClick={() => void moving.run()}
          >
            {t(closes ? "period.close_do" : "period.open_do")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

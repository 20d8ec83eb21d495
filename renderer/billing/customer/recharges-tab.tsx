// A customer's recharges: receipt again, and reversing where it is permitted; where not, why not.
import { ActionIcon, Button, Group, Modal, Paper, Table, Text, Tooltip } from "@mantine/core";
import { IconArrowBackUp, IconCash, IconReceipt } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { type Key, useWords } from "../../kernel/i18n/index.ts";
import { usePending, useRows } from "../../kernel/replica-hooks.ts";
import { Money, Nothing, PendingClock, StateBadge } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import type { Recharge } from "../../records.ts";
import { ReceiptView } from "../receipt/receipt-view.tsx";
import { useReceiptCopy } from "../receipt/use-receipt-copy.ts";
import { ReverseDialog } from "../recharge/reverse-dialog.tsx";
import type { CustomerAccount } from "../use-customer-money.ts";
import { type ListedRecharge, listedRecharges } from "./recharge-list.ts";

interface RowProps {
  listed: ListedRecharge;
  onReverse: () => void;
  onReceipt: () => void;
}

function RechargeRow({ listed: { recharge, pending }, onReverse, onReceipt }: RowProps) {
  const t = useWords();
  const format = useFormat();
  const permitted = useSession((session) => session.can("billing.recharge.reverse"));
  const hindrance = permitted ? (pending ? t("reverse.pending") : null) : t("reverse.not_permitted");
  return (
    <Table.Tr>
      <Table.Td className="figures">{format.instant(recharge.occurred_at)}</Table.Td>
      <Table.Td className="figures" fw={600}>
        <Group gap={6} wrap="nowrap">
          {recharge.receipt_number}
          {pending ? <PendingClock /> : null}
        </Group>
      </Table.Td>
      <Table.Td ta="right" fw={600} td={recharge.is_reversed ? "line-through" : undefined}>
        <Money value={recharge.amount} />
      </Table.Td>
      <Table.Td>{t(`method.${recharge.method}` as Key)}</Table.Td>
      <Table.Td className="figures">
        {format.day(recharge.previous_expiry_date)} → {format.day(recharge.new_expiry_date)}
      </Table.Td>
      <Table.Td c="dimmed">{recharge.recharged_by}</Table.Td>
      <Table.Td w={210}>
        <Group gap={6} justify="flex-end" wrap="nowrap">
          <Tooltip label={t("recharge.reprint")}>
            <ActionIcon
              variant="default"
              aria-label={`${t("recharge.reprint")} ${recharge.receipt_number}`}
              onClick={onReceipt}
            >
              <IconReceipt size={16} />
            </ActionIcon>
          </Tooltip>
          {recharge.is_reversed ? (
            <StateBadge state="REVERSED" />
          ) : (
            <Tooltip label={hindrance ?? ""} disabled={hindrance === null} openDelay={0}>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconArrowBackUp size={15} />}
                onClick={hindrance === null ? onReverse : undefined}
                data-disabled={hindrance === null ? undefined : true}
                aria-disabled={hindrance !== null}
                title={hindrance ?? undefined}
              >
                {t("reverse.action")}
              </Button>
            </Tooltip>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function ReceiptCopy({
  account,
  recharge,
  onClose,
}: {
  account: CustomerAccount;
  recharge: Recharge;
  onClose: () => void;
}) {
  const t = useWords();
  const receipt = useReceiptCopy(account, recharge);
  return (
    <Modal
      opened
      onClose={onClose}
      size="auto"
      title={t("receipt.title", { number: recharge.receipt_number })}
    >
      <ReceiptView receipt={receipt} />
    </Modal>
  );
}

export function RechargesTab({ account }: { account: CustomerAccount }) {
  const t = useWords();
  const { id } = account.customer;
  const permitted = useSession((session) => session.can("billing.recharge.reverse"));
  const recharges = useRows("recharges", { selector: { customer: id } });
  const commands = usePending("customers", id);
  const rows = useMemo(() => listedRecharges(recharges ?? [], commands), [recharges, commands]);
  const [reversing, setReversing] = useState<Recharge | null>(null);
  const [shown, setShown] = useState<Recharge | null>(null);
  return (
    <Paper>
      {rows.length === 0 ? (
        <Nothing icon={IconCash} title={t("recharge.none")} hint={t("recharge.none_hint")} />
      ) : (
        <Table aria-label={t("customer.tab_recharges")}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("statement.date")}</Table.Th>
              <Table.Th>{t("recharge.receipt")}</Table.Th>
              <Table.Th ta="right">{t("recharge.amount")}</Table.Th>
              <Table.Th>{t("payment.method")}</Table.Th>
              <Table.Th>{t("customer.expiry")}</Table.Th>
              <Table.Th>{t("recharge.clerk")}</Table.Th>
              <Table.Th>
                <span className="visually-hidden">{t("reverse.action")}</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((listed) => (
              <RechargeRow
                key={listed.recharge.id}
                listed={listed}
                onReverse={() => setReversing(listed.recharge)}
                onReceipt={() => setShown(listed.recharge)}
              />
            ))}
          </Table.Tbody>
        </Table>
      )}
      {permitted || rows.length === 0 ? null : (
        <Text fz="xs" c="dimmed" p="xs" ta="right">
          {t("reverse.not_permitted")}
        </Text>
      )}
      {reversing ? (
        <ReverseDialog account={account} recharge={reversing} onClose={() => setReversing(null)} />
      ) : null}
      {shown ? <ReceiptCopy account={account} recharge={shown} onClose={() => setShown(null)} /> : null}
    </Paper>
  );
}

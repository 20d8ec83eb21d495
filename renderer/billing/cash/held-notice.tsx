// What the giver holds, said while money is handed over; more than that is handed over only when it is meant.
import { Alert, Checkbox, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { createContext, type RefObject, useContext, useEffect } from "react";
import type { CashReport } from "../../../shared/billing/cash/cash-reports.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { typedMoney } from "../../kernel/money-format.ts";
import type { NoticeProps } from "../../kernel/resource/form/resource-form.tsx";
import { Money } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { heldBy } from "./held.rules.ts";

export interface Overdrawn {
  /** Whether more is typed than is held. */
  readonly is_more: RefObject<boolean>;
  /** It is meant all the same. */
  readonly meant: boolean;
  readonly mean: (meant: boolean) => void;
}

export const OverdrawnContext = createContext<Overdrawn | null>(null);

export function HeldNotice({ values }: NoticeProps) {
  const t = useWords();
  const format = useFormat();
  const overdrawn = useContext(OverdrawnContext);
  const { data } = useAsk<CashReport>("/api/v1/reports/cash/");
  const held = data ? heldBy(data, String(values.from), String(values.method), format.digits) : null;
  const amount = typedMoney(String(values.amount), format);
  const isMore = held !== null && amount !== null && amount > held;
  useEffect(() => {
    if (overdrawn) overdrawn.is_more.current = isMore;
  }, [overdrawn, isMore]);
  if (held === null) return null;
  const said = (
    <Text fz="sm">
      {t("cash.holds")} <Money value={held} currency />
    </Text>
  );
  if (!isMore || !overdrawn) return said;
  return (
    <Alert color="orange" icon={<IconAlertTriangle size={18} />} role="alert">
      <Stack gap="xs">
        {said}
        <Checkbox
          label={t("cash.more_than_held")}
          checked={overdrawn.meant}
          onChange={({ currentTarget }) => overdrawn.mean(currentTarget.checked)}
        />
      </Stack>
    </Alert>
  );
}

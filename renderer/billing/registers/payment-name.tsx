// A payment as people call one that has no receipt: how it came, when, and how much.
import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import { transaction } from "../../../shared/billing/index.ts";
import { useResourceWords } from "../../kernel/i18n/index.ts";
import { useRecord } from "../../kernel/replica-hooks.ts";
import { usePageOf } from "../../kernel/resource/pages.ts";
import { useFormat } from "../../kernel/use-format.ts";

export function PaymentName({ id }: { id: string }) {
  const words = useResourceWords(transaction);
  const format = useFormat();
  const payment = useRecord("transactions", id);
  const page = usePageOf(transaction.path, id);
  if (!payment) return <>—</>;
  const { method, received_at, amount, receipt_number } = payment;
  const name =
    receipt_number ??
    [words.choice("method", method), format.instant(received_at), format.currencyMoney(amount)].join(" · ");
  if (page === null) return <>{name}</>;
  return (
    <Anchor component={Link} to={page} inherit onClick={(event) => event.stopPropagation()}>
      {name}
    </Anchor>
  );
}

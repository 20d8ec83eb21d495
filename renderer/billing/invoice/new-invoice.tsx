// A new invoice by hand: the customer's package as one line, or lines of one's own.

import { Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { type FormEvent, useMemo, useState } from "react";
import { invoiceCreate, invoice as invoiceResource } from "../../../shared/billing/index.ts";
import { defaultCode } from "../../../shared/billing/tax/tax.rules.ts";
import { isDay, isMonth, monthOf } from "../../../shared/kernel/day.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { Customer } from "../../../shared/subscribers/index.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { DateField } from "../../kernel/form/date-field.tsx";
import { CancelForm, FormDialog, Unsaved } from "../../kernel/form/form-dialog.tsx";
import { MonthField } from "../../kernel/form/month-field.tsx";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { minorOf } from "../../kernel/money-format.ts";
import { useRecord, useReplica, useRows } from "../../kernel/replica-hooks.ts";
import { Money, Trouble } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import {
  completeLines,
  emptyLine,
  isByHand,
  type LineDraft,
  linesBody,
  packageLine,
  ratesOf,
} from "./invoice-draft.ts";
import { BillSums } from "./invoice-sums.tsx";
import { Lines } from "./lines.tsx";

export function NewInvoice({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const t = useWords();
  const billWords = useResourceWords(invoiceResource);
  const format = useFormat();
  const replica = useReplica();
  const servicePackage = useRecord("packages", customer.package);
  const [usePackage, setUsePackage] = useState(customer.package !== null);
  const codes = useRows("tax_codes");
  const proposed = defaultCode(codes ?? []);
  const [typed, setLines] = useState<readonly LineDraft[] | null>(null);
  const lines = typed ?? [emptyLine(0, proposed)];
  const issue_date = format.today();
  const terms = useMemo(
    () => ({
      issue_date,
      rates: ratesOf(codes ?? []),
      discount: minorOf(customer.discount, format.digits),
    }),
    [codes, issue_date, customer.discount, format.digits],
  );
  const [month, setMonth] = useState(() => monthOf(format.today()));
  const [due, setDue] = useState("");
  const [tried, setTried] = useState(false);
  const [touched, setTouched] = useState(false);
  const mayOverride = useSession((session) => session.can("billing.invoice.override"));
  const read = completeLines(lines, format);
  const billed = !usePackage ? read : servicePackage ? [packageLine(servicePackage, format)] : [];
  const refused = !usePackage && !mayOverride && isByHand(read, terms);
  const wrongMonth = !isMonth(month);
  const wrongDue = due !== "" && !isDay(due);
  const linesComplete = usePackage || (!refused && read.length === lines.length);
  const complete = linesComplete && !wrongMonth && !wrongDue;
  const wrong = (field: string) => t("field.INVALID", { field });
  const making = useCall(async () => {
    const payload = {
      id: newId(),
      customer: customer.id,
      billing_month: month,
      ...(due ? { due_date: due } : {}),
      ...(usePackage ? {} : { lines: linesBody(lines, format) }),
    };
    await replica.send(invoiceCreate, payload);
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (complete) void making.run();
  };
  return (
    <FormDialog opened onClose={onClose} title={t("invoice.new")} size={960}>
      <Unsaved when={touched && !making.busy} />
      <form onSubmit={submit} onChange={() => setTouched(true)}>
        <Stack gap="md">
          <Text fz="sm" c="dimmed">
            {t("invoice.new_hint")}
          </Text>
          <Group grow>
            <MonthField
              label={billWords.field("billing_month")}
              value={month}
              onChange={setMonth}
              error={tried && wrongMonth ? wrong(billWords.field("billing_month")) : null}
              required
              withAsterisk={false}
              data-autofocus
            />
            <DateField
              label={billWords.field("due_date")}
              value={due}
              onChange={setDue}
              error={tried && wrongDue ? wrong(billWords.field("due_date")) : null}
            />
          </Group>
          {customer.package === null ? null : (
            <Checkbox
              checked={usePackage}
              onChange={(event) => setUsePackage(event.currentTarget.checked)}
              label={
                <>
                  {t("invoice.use_package")}
                  {servicePackage ? (
                    <>
                      : {servicePackage.name}, <Money value={servicePackage.price} />
                    </>
                  ) : null}
                </>
              }
            />
          )}
          {usePackage ? null : (
            <Lines lines={lines} {...{ format, tried, terms, proposed }} onChange={setLines} />
          )}
          <BillSums lines={billed} terms={terms} />
          {refused ? (
            <Text fz="sm" c="red" role="alert">
              {t("invoice.by_hand_not_permitted")}
            </Text>
          ) : null}
          <Trouble error={making.error} />
          <Group justify="flex-end" gap="xs">
            <CancelForm />
            <Button type="submit" loading={making.busy}>
              {t("invoice.create")}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormDialog>
  );
}

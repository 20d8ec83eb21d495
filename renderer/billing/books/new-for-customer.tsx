// What is made for a customer, begun from a list of all: first whose it is, then the form that the customer's page has.
import { Stack } from "@mantine/core";
import { useState } from "react";
import { adjustment, invoice, recharge, transaction } from "../../../shared/billing/index.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import { customer } from "../../../shared/subscribers/index.ts";
import { FormDialog } from "../../kernel/form/form-dialog.tsx";
import { useResourceWords } from "../../kernel/i18n/index.ts";
import { useRecord } from "../../kernel/replica-hooks.ts";
import { RecordDialog } from "../../kernel/resource/form/record-dialog.tsx";
import { ReferencePicker } from "../../kernel/resource/reference-picker.tsx";
import type { FormProps } from "../../kernel/resource/resource-options.ts";
import { NewInvoice } from "../invoice/new-invoice.tsx";
import { openPayment, type PaymentKind } from "../recharge/recharge-store.ts";

interface WhoseProps {
  /** What is to be made. */
  of: Resource;
  onChosen: (customer: string) => void;
  onClose: () => void;
}

function Whose({ of, onChosen, onClose }: WhoseProps) {
  const words = useResourceWords(of);
  const who = useResourceWords(customer);
  return (
    <FormDialog opened onClose={onClose} title={words.operation("create")}>
      <Stack gap="md">
        <ReferencePicker
          resource={customer.name}
          label={who.one}
          value={null}
          onChange={(id) => id !== null && onChosen(id)}
          data-autofocus
        />
      </Stack>
    </FormDialog>
  );
}

/** The customer's payment dialog, which lives beside all screens. */
function TakeMoney({ of, kind, onClose }: { of: Resource; kind: PaymentKind; onClose: () => void }) {
  const take = (id: string) => {
    onClose();
    openPayment(id, kind);
  };
  return <Whose of={of} onChosen={take} onClose={onClose} />;
}

export const NewPayment = ({ onClose }: FormProps) => (
  <TakeMoney of={transaction} kind="payment" onClose={onClose} />
);

export const NewRecharge = ({ onClose }: FormProps) => (
  <TakeMoney of={recharge} kind="recharge" onClose={onClose} />
);

/** A new bill; of one that is there the due date and the notes can be changed. */
export function NewBill({ record, writer, onClose }: FormProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const whose = useRecord("customers", chosen);
  if (record)
    return (
      <RecordDialog
        resource={invoice}
        record={record}
        groups={[{ fields: ["due_date", "notes"] }]}
        writer={writer}
        onClose={onClose}
      />
    );
  if (whose) return <NewInvoice customer={whose} onClose={onClose} />;
  return <Whose of={invoice} onChosen={setChosen} onClose={onClose} />;
}

export function NewAdjustment({ record, writer, onClose }: FormProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  if (chosen === null) return <Whose of={adjustment} onChosen={setChosen} onClose={onClose} />;
  return (
    <RecordDialog
      resource={adjustment}
      record={record}
      defaults={{ customer: chosen }}
      groups={[{ fields: ["customer", "adjustment_type", "amount", "approved_by", "reason"] }]}
      writer={writer}
      onClose={onClose}
    />
  );
}

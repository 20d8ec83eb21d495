// What is made for a customer, begun from a list of all: first whose it is, then the form that the customer's page has.
import { useState } from "react";
import { invoice, recharge, transaction } from "../../../shared/billing/index.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import { useRecord } from "../../kernel/replica-hooks.ts";
import { RecordDialog } from "../../kernel/resource/form/record-dialog.tsx";
import type { FormProps } from "../../kernel/resource/resource-options.ts";
import { NewInvoice } from "../invoice/new-invoice.tsx";
import { openPayment, type PaymentKind } from "../recharge/recharge-store.ts";
import { Whose } from "./customer-of.tsx";

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

// A new customer, or changes to one: a command like every other, so it works with the line cut.
import { Modal } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useNavigate } from "react-router";
import { newId } from "../../../shared/kernel/id.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import { customer as declaration } from "../../../shared/subscribers/index.ts";
import { type FormGroup, RecordForm } from "../../kernel/form/record-form.tsx";
import { useWords } from "../../kernel/i18n/index.ts";
import { useReplica, useRows } from "../../kernel/replica-hooks.ts";
import { useSession } from "../../kernel/session-store.ts";
import type { Customer } from "../../records.ts";
import { draftCustomer, editPayload } from "./customer-commands.ts";

const GROUPS: readonly FormGroup[] = [
  { legend: "customer.group_person", fields: ["name", "phone", "email", "national_id"] },
  { legend: "customer.group_place", fields: ["address", "area"] },
  {
    legend: "customer.group_line",
    fields: [
      ...["username", "password", "package", "router", "connection_type", "ip_address", "mac_address"],
      "onu_serial",
    ],
  },
  { legend: "customer.group_money", fields: ["discount", "expiry_date"] },
  { legend: "customer.group_notes", fields: ["notes"] },
];

/** What only some roles may set by hand. */
const TERMS = ["discount", "expiry_date"];

interface CustomerFormProps {
  /** Null makes a new one. */
  customer: Customer | null;
  onClose: () => void;
}

export function CustomerForm({ customer, onClose }: CustomerFormProps) {
  const t = useWords();
  const replica = useReplica();
  const navigate = useNavigate();
  const named = (rows: readonly { readonly id: string; readonly name: string }[] | undefined) =>
    (rows ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const packages = named(useRows("packages"));
  const routers = named(useRows("routers"));
  const maySetTerms = useSession((session) => session.can("subscribers.customer.set_terms"));
  const groups = GROUPS.map(({ legend, fields }) => ({
    legend,
    // A role that may not see routers can't choose one.
    fields: fields.filter((field) => field !== "router" || routers.length > 0),
  }));

  const save = async (body: Record<string, unknown>) => {
    if (customer) {
      if (Object.keys(body).length > 0) {
        const { password: _, ...shown } = body;
        const expected = { customer: { id: customer.id, ...shown } };
        await replica.send("customer.update", editPayload(customer, body), expected);
        notifications.show({ color: "green", message: t("customer.edited", { name: customer.name }) });
      }
      return onClose();
    }
    const id = newId();
    const payload = { id, ...body };
    await replica.send("customer.create", payload, {
      customer: draftCustomer(payload, new Date().toISOString()),
    });
    await navigate(`/customers/${id}`);
  };

  return (
    <Modal
      opened
      onClose={onClose}
      size={720}
      title={customer ? t("customer.edit_title", { name: customer.name }) : t("customers.new")}
    >
      <RecordForm
        resource={declaration as unknown as Resource}
        groups={groups}
        record={customer}
        options={{ package: packages, router: routers }}
        locked={{ fields: maySetTerms ? [] : TERMS, why: t("customer.terms_not_permitted") }}
        submitLabel={t(customer ? "action.save" : "customers.add")}
        onSubmit={save}
        onCancel={onClose}
      />
    </Modal>
  );
}

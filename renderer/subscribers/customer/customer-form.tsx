// A new customer, or changes to one: a command like every other, so it works with the line cut.
import { notifications } from "@mantine/notifications";
import { useNavigate } from "react-router";
import { FIELD_CODES } from "../../../shared/kernel/failure.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { isSameText } from "../../../shared/kernel/normal/normal-text.ts";
import { isPhone } from "../../../shared/kernel/normal/phone.ts";
import { type Customer, customerVerbs, customer as declaration } from "../../../shared/subscribers/index.ts";
import { created, createOf, edited, editOf } from "../../kernel/expected/drafts.ts";
import { effectsOn } from "../../kernel/expected/effects.ts";
import { useBegun } from "../../kernel/expected/use-begun.ts";
import { useSend } from "../../kernel/expected/use-send.ts";
import { FormDialog } from "../../kernel/form/form-dialog.tsx";
import { recordShape } from "../../kernel/form/form-shape.ts";
import { type FieldErrors, type FormValues, formValues } from "../../kernel/form/form-values.ts";
import { KeepingForm, type KeptForm } from "../../kernel/form/kept-form.tsx";
import { useWords } from "../../kernel/i18n/index.ts";
import type { FieldProblem } from "../../kernel/problem-words.ts";
import type { QueuedCommand } from "../../kernel/replica/index.ts";
import { useReplica } from "../../kernel/replica-hooks.ts";
import { type FormGroup, ResourceForm } from "../../kernel/resource/form/resource-form.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { customerSearch } from "./customer-search.ts";
import { proposedUsername, tidyPhone } from "./new-customer.ts";

const GROUPS: readonly FormGroup[] = [
  { legend: "customer.group_person", fields: ["name", "phone", "username", "password", "package", "area"] },
  { legend: "customer.group_place", fields: ["address", "email", "national_id"], more: true },
  {
    legend: "customer.group_line",
    fields: ["router", "connection_type", "ip_address", "mac_address", "onu_serial"],
    more: true,
  },
  { legend: "customer.group_money", fields: ["discount", "expiry_date"], more: true },
  { legend: "customer.group_notes", fields: ["notes"], more: true },
];

/** What only some roles may set by hand. */
const TERMS = ["discount", "expiry_date"];

interface CustomerFormProps {
  /** Null makes a new one. */
  customer: Customer | null;
  /** The refused command that is put right: the form begins with its values and what was wrong with them. */
  correcting?: QueuedCommand;
  onClose: () => void;
}

/** What the server said against fields of a refused command. */
function wrongIn(command: QueuedCommand | undefined): FieldErrors {
  const errors: Record<string, FieldProblem> = {};
  for (const { field, code } of command?.problem?.errors ?? []) {
    const known = FIELD_CODES.find((mine) => mine === code);
    if (known) errors[field] = { code: known };
  }
  return errors;
}

/** A new customer's form is closed without a question: what was typed is there again. */
export function CustomerForm(props: CustomerFormProps) {
  const { customer: record, correcting } = props;
  const name = correcting ? "put-right" : record ? "customers" : "new-customer";
  return (
    <KeepingForm name={name} begin={{ record, defaults: { command: correcting?.id } }}>
      {(kept) => <Fields {...props} kept={kept} />}
    </KeepingForm>
  );
}

interface FieldsProps extends CustomerFormProps {
  kept: KeptForm<Customer | null>;
}

function Fields({ correcting, onClose: close, kept }: FieldsProps) {
  const customer = useBegun(kept.record);
  const t = useWords();
  const replica = useReplica();
  const send = useSend();
  const navigate = useNavigate();
  const writing = useFormat();
  const settings = useSession((session) => session.identity?.settings);
  const keeps = customer === null && !correcting;
  const onClose = () => {
    if (!keeps) kept.forget();
    close();
  };
  const seesRouters = useSession((session) => session.can("network.router.view"));
  const maySetTerms = useSession((session) => session.can("subscribers.customer.set_terms"));
  const groups = GROUPS.map(({ fields, ...group }) => ({
    ...group,
    // A role that may not see routers can't choose one.
    fields: fields.filter((field) => field !== "router" || seesRouters),
  }));

  const ownId = customer?.id ?? correcting?.payload.id;
  const isTaken = (field: "username" | "customer_code", value: string) => {
    const waiting = effectsOn(replica.open$.getSnapshot(), declaration.collection).some(
      ({ id, change, values }) =>
        change === "created" && id !== ownId && isSameText(String(values[field] ?? ""), value),
    );
    const { rows } = replica.projection(customerSearch).search(value, { limit: 50 });
    return waiting || rows.some((row) => row.id !== ownId && isSameText(row[field], value));
  };
  const check = async (name: string, text: string): Promise<FieldProblem | null> => {
    if (name === "phone") return isPhone(text) ? null : { code: "INVALID" };
    if (name !== "username") return null;
    const [known] = await replica.find("customers", { username: text }, undefined, 1);
    const taken = (known && known.id !== ownId) || isTaken("username", text);
    return taken ? { code: "NOT_UNIQUE" } : null;
  };

  const correct = async (command: QueuedCommand, body: Record<string, unknown>) => {
    const payload = customer
      ? editOf(declaration, customer, body)
      : { ...body, id: String(command.payload.id) };
    const moment = { now: command.occurred_at, timezone: writing.timezone };
    const effect = customer ? edited(declaration, payload) : created(declaration, payload, moment);
    await replica.retry(command.id, { payload, expected: { effects: [effect] } });
    const name = String(body.name ?? customer?.name);
    notifications.show({ color: "green", message: t("customer.edited", { name }) });
    onClose();
  };

  const save = async (body: Record<string, unknown>) => {
    if (correcting) return correct(correcting, body);
    if (customer) {
      if (Object.keys(body).length > 0) {
        await send(customerVerbs.update, editOf(declaration, customer, body));
        notifications.show({ color: "green", message: t("customer.edited", { name: customer.name }) });
      }
      return onClose();
    }
    const id = newId();
    await send(customerVerbs.create, createOf(customerVerbs.create, { id, ...body }));
    kept.forget();
    await navigate(`/customers/${id}`);
  };

  const shape = recordShape(declaration, customer === null);
  const { id: _id, base: _base, ...sent } = correcting?.payload ?? {};
  const sentNames = groups.flatMap(({ fields }) => fields).filter((field) => field in sent);
  const refused = correcting && formValues(shape.fields, sentNames, sent, writing, true);
  return (
    <FormDialog
      opened
      onClose={onClose}
      size={720}
      title={customer ? t("customer.edit_title", { name: customer.name }) : t("customers.new")}
    >
      {kept.told}
      <ResourceForm
        resource={declaration}
        shape={shape}
        groups={groups}
        record={customer}
        locked={{ fields: maySetTerms ? [] : TERMS, why: t("customer.terms_not_permitted") }}
        submitLabel={t(customer ? "action.save" : "customers.add")}
        onSubmit={save}
        typed={kept.typed ?? refused}
        onTyped={kept.onTyped}
        outlives={keeps}
        wrong={wrongIn(correcting)}
        hints={{ discount: t("hint.discount_unit", { currency: String(settings?.currency ?? "") }) }}
        tidy={(name, text) =>
          name === "phone" ? tidyPhone(text, String(settings?.phone_country ?? "")) : text
        }
        derive={(name, values): FormValues =>
          name === "name" && keeps
            ? { username: proposedUsername(String(values.name), (given) => isTaken("username", given)) }
            : {}
        }
        check={check}
      />
    </FormDialog>
  );
}

// One value of a customer's field as the import takes it: a name out of those that are known here, a choice, a day, or text.
import { Autocomplete, TextInput } from "@mantine/core";
import { metaOf } from "../../../shared/kernel/field.ts";
import { resourceNamed } from "../../../shared/kernel/registry.ts";
import { customer } from "../../../shared/subscribers/index.ts";
import { DateField } from "../../kernel/form/date-field.tsx";
import { Select } from "../../kernel/form/select.tsx";
import { useResourceWords } from "../../kernel/i18n/index.ts";
import { useReplica } from "../../kernel/replica-hooks.ts";
import { holdsDays } from "./cells.rules.ts";
import type { CustomerField } from "./mapping.rules.ts";

/** Names that are offered at most. */
const OFFERED = 200;

interface ValueInputProps {
  field: CustomerField;
  label: string;
  /** The label is said, not shown: a table's column says it. */
  quiet?: boolean;
  value: string;
  onChange: (value: string) => void;
}

export function ValueInput({ field, label, quiet = false, value, onChange }: ValueInputProps) {
  const words = useResourceWords(customer);
  const { records } = useReplica();
  const { kind, choices = [], references } = metaOf(customer.fields[field]);
  const named = quiet ? { "aria-label": label } : { label };
  if (kind === "choice") {
    const data = choices.map((one) => ({ value: one, label: words.choice(field, one) }));
    return (
      <Select
        {...named}
        data={data}
        value={value || null}
        onChange={(next) => onChange(next ?? "")}
        clearable
      />
    );
  }
  if (holdsDays(field)) return <DateField {...named} value={value} onChange={onChange} />;
  const target = kind === "reference" && references ? resourceNamed(references) : undefined;
  if (target?.replica) {
    const names = records
      .some(target.collection, ({ name }) => typeof name === "string", OFFERED)
      .map(({ name }) => String(name));
    return <Autocomplete {...named} data={[...new Set(names)].sort()} value={value} onChange={onChange} />;
  }
  return <TextInput {...named} value={value} onChange={(event) => onChange(event.currentTarget.value)} />;
}

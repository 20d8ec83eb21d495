// A form made from a resource's declaration: inputs by kind, the declaration's own rules, errors at the fields.
import {
  Button,
  Checkbox,
  Fieldset,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { Resource } from "../../../shared/kernel/resource.ts";
import { type Key, useWords } from "../i18n/index.ts";
import { fieldWords } from "../problem-words.ts";
import { Trouble } from "../screen/parts.tsx";
import { useFormat } from "../use-format.ts";
import { useCall } from "../use-line.ts";
import { bodyOf, errorsOf, type FieldErrors, formValues, metaOfField } from "./form-values.ts";

export interface FormGroup {
  readonly legend: Key;
  readonly fields: readonly string[];
}

interface Option {
  readonly value: string;
  readonly label: string;
}

interface RecordFormProps {
  resource: Resource;
  groups: readonly FormGroup[];
  /** The record to change; null makes a new one. */
  record: Readonly<Record<string, unknown>> | null;
  /** What a new one begins with, where it differs from the declaration. */
  defaults?: Readonly<Record<string, unknown>>;
  /** What references and choices offer, by field. */
  options?: Readonly<Record<string, readonly Option[]>>;
  /** Fields that this role may not set, shown as they are, and why. */
  locked?: { readonly fields: readonly string[]; readonly why: string };
  submitLabel: string;
  onSubmit: (body: Record<string, unknown>) => Promise<unknown>;
  onCancel: () => void;
}

export function RecordForm(props: RecordFormProps) {
  const { resource, groups, record, options = {}, submitLabel, onSubmit, onCancel } = props;
  const t = useWords();
  const writing = useFormat();
  const names = groups.flatMap(({ fields }) => fields);
  const [before] = useState(() => formValues(resource, names, record ?? props.defaults ?? null, writing));
  const [values, setValues] = useState(before);
  const [errors, setErrors] = useState<FieldErrors>({});
  const saving = useCall(onSubmit);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = bodyOf(resource, values, record ? before : null, writing);
    const wrong = errorsOf(resource, body, record === null);
    setErrors(wrong);
    const first = names.find((name) => wrong[name] !== undefined);
    if (first) return document.getElementById(`field-${first}`)?.focus();
    await saving.run(body);
  };
  const set = (name: string, value: string | boolean) => setValues((seen) => ({ ...seen, [name]: value }));

  const input = (name: string) => {
    const meta = metaOfField(resource, name);
    const label = t(`${resource.name}.${name}` as Key);
    const common = {
      id: `field-${name}`,
      label,
      error: errors[name] && fieldWords(errors[name], name, t),
      required: meta.required,
      withAsterisk: meta.required,
      ...(props.locked?.fields.includes(name) ? { disabled: true, description: props.locked.why } : {}),
    };
    const value = values[name];
    const offered =
      options[name] ??
      meta.choices?.map((choice) => ({ value: choice, label: t(`choice.${choice}` as Key) }));
    if (meta.kind === "flag") {
      return (
        <Checkbox
          key={name}
          id={common.id}
          label={label}
          checked={value === true}
          onChange={(event) => set(name, event.currentTarget.checked)}
        />
      );
    }
    if (offered) {
      return (
        <Select
          key={name}
          {...common}
          data={[...offered]}
          value={String(value) || null}
          onChange={(chosen) => set(name, chosen ?? "")}
          clearable={meta.nullable}
          searchable={offered.length > 8}
        />
      );
    }
    const text = { ...common, value: String(value) };
    if (meta.kind === "prose") {
      return (
        <Textarea
          key={name}
          {...text}
          autosize
          minRows={2}
          onChange={(event) => set(name, event.currentTarget.value)}
        />
      );
    }
    const numeric = meta.kind === "money" || meta.kind === "decimal" || meta.kind === "count";
    return (
      <TextInput
        key={name}
        {...text}
        type={meta.kind === "date" ? "date" : meta.secret ? "password" : "text"}
        inputMode={numeric ? "decimal" : undefined}
        autoComplete={meta.secret ? "new-password" : "off"}
        onChange={(event) => set(name, event.currentTarget.value)}
        data-autofocus={name === names[0] ? true : undefined}
      />
    );
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {groups.map(({ legend, fields }) => (
          <Fieldset
            key={legend}
            legend={t(legend)}
            variant="unstyled"
            styles={{ legend: { fontWeight: 650, paddingBottom: 2 } }}
          >
            <SimpleGrid cols={2} spacing="md" verticalSpacing="xs">
              {fields.map(input)}
            </SimpleGrid>
          </Fieldset>
        ))}
        <Trouble error={saving.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t("action.cancel")}
          </Button>
          <Button type="submit" loading={saving.busy}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

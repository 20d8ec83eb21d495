// A form made from a resource's declaration: inputs by kind, the declaration's own rules, errors at the fields.
import {
  Button,
  Checkbox,
  Fieldset,
  Group,
  PasswordInput,
  Select,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from "@mantine/core";
import { type FormEvent, useState } from "react";
import { flushSync } from "react-dom";
import { own } from "../../../shared/kernel/own.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import { useCall } from "../connection/use-connection.ts";
import { type Key, useResourceWords, useWords } from "../i18n/index.ts";
import { type FieldProblem, fieldWords } from "../problem-words.ts";
import { Trouble } from "../screen/parts.tsx";
import { useFormat } from "../use-format.ts";
import { CancelForm, useUnsaved } from "./form-dialog.tsx";
import {
  bodyOf,
  errorsOf,
  type FieldErrors,
  type FormValues,
  formValues,
  metaOfField,
} from "./form-values.ts";

export interface FormGroup {
  readonly legend: Key;
  readonly fields: readonly string[];
  /** Folded away until asked for. */
  readonly more?: boolean;
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
  /** What is said under a field, by field. */
  hints?: Readonly<Record<string, string>>;
  /** What is already known to be wrong: what the server said against it. */
  wrong?: FieldErrors;
  /** Values typed before, over those that the form would begin with. */
  typed?: FormValues;
  /** Told whatever is typed, to be kept; without it leaving asks before it throws away. */
  onTyped?: (values: FormValues) => void;
  /** A field's text as it is to be written, when it is left. */
  tidy?: (name: string, text: string) => string;
  /** What follows from what was typed, for fields that nobody typed into. */
  derive?: (name: string, values: FormValues) => FormValues;
  /** What is wrong beyond the declaration, asked when a field is left and before sending. */
  check?: (name: string, text: string) => Promise<FieldProblem | null>;
  locked?: { readonly fields: readonly string[]; readonly why: string };
  submitLabel: string;
  onSubmit: (body: Record<string, unknown>) => Promise<unknown>;
}

export function RecordForm(props: RecordFormProps) {
  const { resource, groups, record, options = {}, submitLabel, onSubmit } = props;
  const t = useWords();
  const w = useResourceWords(resource);
  const writing = useFormat();
  const names = groups.flatMap(({ fields }) => fields);
  const [before] = useState(() => formValues(resource, names, record ?? props.defaults ?? null, writing));
  const [values, setValues] = useState<FormValues>({ ...before, ...props.typed });
  const [touched, setTouched] = useState<readonly string[]>(Object.keys(props.typed ?? {}));
  const [errors, setErrors] = useState<FieldErrors>(props.wrong ?? {});
  const [folded, setFolded] = useState(record === null && !props.typed);
  const saving = useCall(onSubmit);
  const changed = names.some((name) => values[name] !== before[name]);
  useUnsaved(changed && !props.onTyped && !saving.busy);

  const checked = async (name: string, text: string): Promise<FieldProblem | null> =>
    text === "" || text === before[name] ? null : ((await props.check?.(name, text)) ?? null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = bodyOf(resource, values, record ? before : null, writing);
    const wrong: Record<string, FieldProblem> = { ...errorsOf(resource, body, record === null) };
    for (const name of names) {
      const problem = own(wrong, name) ? null : await checked(name, String(values[name] ?? ""));
      if (problem) wrong[name] = problem;
    }
    setErrors(wrong);
    const first = names.find((name) => own(wrong, name) !== undefined);
    if (first) {
      flushSync(() => setFolded(false));
      return document.getElementById(`field-${first}`)?.focus();
    }
    await saving.run(body);
  };
  const set = (name: string, value: string | boolean) => {
    const next: Record<string, string | boolean> = { ...values, [name]: value };
    const derived = Object.entries(props.derive?.(name, next) ?? {});
    for (const [other, follows] of derived) if (!touched.includes(other)) next[other] = follows;
    setValues(next);
    setTouched((seen) => (seen.includes(name) ? seen : [...seen, name]));
    props.onTyped?.(next);
  };
  const left = async (name: string, text: string) => {
    const tidied = props.tidy?.(name, text.trim()) ?? text;
    if (tidied !== text) set(name, tidied);
    const problem = await checked(name, tidied.trim());
    setErrors(({ [name]: _, ...others }) => (problem ? { ...others, [name]: problem } : others));
  };

  const input = (name: string) => {
    const meta = metaOfField(resource, name);
    const label = w.field(name);
    const common = {
      id: `field-${name}`,
      label,
      error: errors[name] && fieldWords(errors[name], w.named(name), t),
      required: meta.required,
      withAsterisk: meta.required,
      description: props.hints?.[name] ?? w.hint(name),
      ...(props.locked?.fields.includes(name) ? { disabled: true, description: props.locked.why } : {}),
    };
    const value = values[name];
    const offered =
      options[name] ?? meta.choices?.map((choice) => ({ value: choice, label: w.choice(name, choice) }));
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
          searchable={meta.kind === "reference" || offered.length > 8}
          nothingFoundMessage={t("finder.nothing")}
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
    if (meta.secret) {
      return (
        <PasswordInput
          key={name}
          {...text}
          autoComplete="new-password"
          onChange={(event) => set(name, event.currentTarget.value)}
        />
      );
    }
    const numeric = meta.kind === "money" || meta.kind === "decimal" || meta.kind === "count";
    return (
      <TextInput
        key={name}
        {...text}
        type={meta.kind === "date" ? "date" : "text"}
        description={
          text.description ?? (meta.kind === "date" && text.value ? writing.day(text.value) : null)
        }
        inputMode={numeric ? "decimal" : undefined}
        autoComplete="off"
        onChange={(event) => set(name, event.currentTarget.value)}
        onBlur={(event) => void left(name, event.currentTarget.value)}
        data-autofocus={name === names[0] ? true : undefined}
      />
    );
  };

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {groups
          .filter(({ more }) => !more || !folded)
          .map(({ legend, fields }) => (
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
        {groups.some(({ more }) => more) ? (
          <Button
            variant="subtle"
            size="compact-sm"
            style={{ alignSelf: "flex-start" }}
            aria-expanded={!folded}
            onClick={() => setFolded(!folded)}
          >
            {t(folded ? "form.more" : "form.fewer")}
          </Button>
        ) : null}
        <Trouble error={saving.error} />
        <Group justify="flex-end" gap="xs">
          <CancelForm />
          <Button type="submit" loading={saving.busy}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

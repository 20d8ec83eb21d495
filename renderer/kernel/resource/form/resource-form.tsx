// A form made from a declaration: inputs by kind, the declaration's own rules, what the server says against a field beside it.
import { Box, Button, Fieldset, Group, SimpleGrid, Stack } from "@mantine/core";
import { type FormErrors, useForm } from "@mantine/form";
import { type ComponentType, type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { FIELD_CODES } from "../../../../shared/kernel/failure.ts";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { own } from "../../../../shared/kernel/safe-lookup.ts";
import { useCall } from "../../connection/use-connection.ts";
import { CancelForm, useUnsaved } from "../../form/form-dialog.tsx";
import type { FormShape } from "../../form/form-shape.ts";
import { bodyOf, errorsOf, type FieldErrors, type FormValues, formValues } from "../../form/form-values.ts";
import type { Key } from "../../i18n/index.ts";
import type { Outcome } from "../../outcome.ts";
import { type FieldProblem, fieldWords } from "../../problem-words.ts";
import { LocalFailure } from "../../replica/index.ts";
import { Trouble } from "../../screen/parts.tsx";
import type { InputProps } from "../kinds/kind.ts";
import { useReading } from "../use-reading.ts";
import { FormField } from "./form-field.tsx";
import { laidOut, type Placed } from "./laid-out.ts";

export interface FormGroup {
  readonly legend?: Key;
  readonly fields: readonly string[];
  /** Folded away until asked for. */
  readonly more?: boolean;
}

export interface NoticeProps {
  readonly values: FormValues;
  readonly record: Readonly<Record<string, unknown>> | null;
  readonly onChange: (name: string, value: string | boolean) => void;
  /** Sets several at once. */
  readonly onFill: (values: FormValues) => void;
}

export interface ResourceFormProps {
  /** Whose words the fields have. */
  resource: Resource;
  shape: FormShape;
  groups: readonly FormGroup[];
  /** The record to change; null makes a new one. */
  record: Readonly<Record<string, unknown>> | null;
  /** What a new one begins with, where it differs from the declaration. */
  defaults?: Readonly<Record<string, unknown>>;
  /** What is said under a field, by field; else the resource's own words. */
  hints?: Readonly<Record<string, string>>;
  /** What is already known to be wrong: what the server said against it. */
  wrong?: FieldErrors;
  /** Values typed before, over those that the form would begin with. */
  typed?: FormValues;
  /** Told the values that are no longer those the form began with, to be kept. */
  onTyped?: (values: FormValues) => void;
  /** What is typed outlives the form: leaving it asks nothing. */
  outlives?: boolean;
  /** A field's text as it is to be written: when it is left, and when it is sent without having been left. */
  tidy?: (name: string, text: string) => string;
  /** What follows from what was typed, for fields that were not typed into. */
  derive?: (name: string, values: FormValues) => FormValues;
  /** What is wrong beyond the declaration, asked when a field is left and before sending. */
  check?: (name: string, text: string) => Promise<FieldProblem | null>;
  /** Usual texts of a field, chosen with one press. */
  proposals?: Readonly<Record<string, readonly string[]>>;
  /** Inputs of the form's own, by field. They hold texts, as those of the kind do. */
  inputs?: Readonly<Record<string, ComponentType<InputProps>>>;
  /** Fields that this role may not set, shown as they are, and why. */
  locked?: { readonly fields: readonly string[]; readonly why: string };
  submitLabel: string;
  danger?: boolean;
  /** Can't be sent now, e.g. without the server. */
  blocked?: boolean;
  /** Beside the fields: what people should know before they send it. */
  children?: ReactNode;
  /** What a new record's form begins with, above its fields: it has the first focus, and fills fields. */
  above?: ComponentType<NoticeProps>;
  /** What follows from what is typed, said below the fields. */
  notice?: ComponentType<NoticeProps>;
  /** What sending this body will do, said below the fields. */
  outcome?: (body: Record<string, unknown>) => Outcome;
  onSubmit: (body: Record<string, unknown>) => Promise<unknown>;
}

/** What the server said against fields, as far as it said it of any. */
function refusedFields(error: unknown): FieldErrors {
  const errors: Record<string, FieldProblem> = {};
  for (const { field, code, message } of (error instanceof LocalFailure && error.problem?.errors) || []) {
    const known = FIELD_CODES.find((mine) => mine === code);
    if (known) errors[field.split(".")[0] ?? ""] ??= { code: known, says: message };
  }
  return errors;
}

const FULL = { gridColumn: "1 / -1" };

export function ResourceForm(props: ResourceFormProps) {
  const { resource, shape, groups, record, submitLabel, notice: Notice, above } = props;
  const reading = useReading(resource);
  const { t, words, format } = reading;
  const names = groups.flatMap(({ fields }) => fields);
  const [before] = useState(() => {
    const { defaults = {} } = props;
    const given = names.filter((name) => record === null && defaults[name] !== undefined);
    return {
      ...formValues(shape.fields, names, record, format),
      ...formValues(shape.fields, given, defaults, format),
    };
  });
  const [touched, setTouched] = useState<readonly string[]>(Object.keys(props.typed ?? {}));
  const [folded, setFolded] = useState(record === null && !props.typed);
  const said = (problems: FieldErrors): FormErrors =>
    Object.fromEntries(
      Object.entries(problems).map(([name, problem]) => [name, fieldWords(problem, words.named(name), t)]),
    );
  const tidied = (name: string, text: string) => props.tidy?.(name, text.trim()) ?? text;
  const bodyFor = (values: FormValues) => {
    const entries = Object.entries(values).map(([name, value]) => {
      const isTyped = typeof value === "string" && value !== before[name];
      return [name, isTyped ? tidied(name, value) : value] as const;
    });
    return bodyOf(shape.fields, Object.fromEntries(entries), record ? before : null, format);
  };
  const checked = async (name: string, text: string): Promise<FieldProblem | null> =>
    text === "" || text === before[name] ? null : ((await props.check?.(name, text)) ?? null);
  const form = useForm<Record<string, string | boolean>>({
    initialValues: { ...before, ...props.typed },
    initialErrors: said(props.wrong ?? {}),
    // Only of the field that is changed: see `set`.
    clearInputErrorOnChange: false,
    validate: async (values): Promise<FormErrors> => {
      const problems: Record<string, FieldProblem> = { ...errorsOf(shape.schema, bodyFor(values)) };
      for (const name of names) {
        const more = own(problems, name) ? null : await checked(name, String(values[name] ?? ""));
        if (more) problems[name] = more;
      }
      return said(problems);
    },
  });
  const saving = useCall(async (body: Record<string, unknown>) => {
    try {
      await props.onSubmit(body);
    } catch (error) {
      const refused = said(refusedFields(error));
      form.setErrors(refused);
      showFirst(refused);
      // What stands beside its fields is not said twice.
      if (!names.some((name) => own(refused, name) !== undefined)) throw error;
    }
  });
  const changed = names.some((name) => form.values[name] !== before[name]);
  useUnsaved(changed && !props.outlives && !saving.busy);

  const outcome = props.outcome?.(bodyFor(form.values));

  const showFirst = (errors: FormErrors) => {
    const first = names.find((name) => own(errors, name) !== undefined);
    if (!first) return;
    flushSync(() => setFolded(false));
    document.getElementById(`field-${first}`)?.focus();
  };
  const submit = async (values: FormValues) => {
    if (props.blocked || saving.busy) return;
    await saving.run(bodyFor(values));
  };
  const set = (name: string, value: string | boolean) => {
    const next: Record<string, string | boolean> = { ...form.values, [name]: value };
    for (const [other, follows] of Object.entries(props.derive?.(name, next) ?? {}))
      if (!touched.includes(other)) next[other] = follows;
    take(next, [name]);
  };
  const take = (next: FormValues, set_now: readonly string[]) => {
    form.setValues({ ...next });
    for (const name of set_now) form.clearFieldError(name);
    setTouched((seen) => [...new Set([...seen, ...set_now])]);
    props.onTyped?.(
      Object.fromEntries(Object.entries(next).filter(([other, text]) => text !== before[other])),
    );
  };
  const leave = async (name: string, text: string) => {
    const tidy = tidied(name, text);
    if (tidy !== text) set(name, tidy);
    const problem = await checked(name, tidy.trim());
    if (problem) form.setFieldError(name, said({ [name]: problem })[name]);
  };

  const hintOf = (name: string) => {
    if (props.locked?.fields.includes(name)) return props.locked.why;
    const kept = record !== null && own(shape.fields, name)?.secret ? t("form.secret_kept") : undefined;
    return (props.hints && own(props.hints, name)) ?? kept ?? words.hint(name);
  };
  const proposed = (name: string) => (props.proposals && own(props.proposals, name)) ?? [];
  const kindOf = (name: string) => own(shape.fields, name)?.kind ?? "text";
  // What is filled in already is not typed over.
  const empty = record === null ? names.find((name) => before[name] === "") : undefined;
  const first = record === null && above ? null : (empty ?? names[0]);
  const field = ({ name, full }: Placed) => {
    const meta = own(shape.fields, name);
    if (!meta) throw new Error(`${resource.name} has no field ${name} to be set`);
    return (
      <Box key={name} style={full ? FULL : undefined}>
        <FormField
          field={{ resource, name, meta }}
          own={own(props.inputs ?? {}, name)}
          reading={reading}
          value={form.values[name] ?? ""}
          error={form.errors[name]}
          description={hintOf(name)}
          disabled={props.locked?.fields.includes(name) ?? false}
          autoFocus={name === first}
          onChange={(value) => set(name, value)}
          onLeave={(text) => void leave(name, text)}
        />
        <Group gap={6} mt={6} display={proposed(name).length === 0 ? "none" : undefined}>
          {proposed(name).map((text) => (
            <Button key={text} size="compact-xs" variant="default" onClick={() => set(name, text)}>
              {text}
            </Button>
          ))}
        </Group>
      </Box>
    );
  };

  const Above = record === null ? above : undefined;
  const notice = { values: form.values, record, onChange: set };
  const onFill = (values: FormValues) => take({ ...form.values, ...values }, Object.keys(values));

  return (
    <form onSubmit={form.onSubmit((values) => submit(values), showFirst)} noValidate>
      <Stack gap="md">
        {Above ? <Above {...notice} onFill={onFill} /> : null}
        {groups
          .filter(({ more }) => !more || !folded)
          .map(({ legend, fields }) => (
            <Fieldset
              key={fields.join()}
              legend={legend ? t(legend) : undefined}
              variant="unstyled"
              styles={{ legend: { fontWeight: 650, paddingBottom: 2 } }}
            >
              {laidOut(fields, kindOf).map((part) => (
                <SimpleGrid
                  key={part.map(({ name }) => name).join()}
                  cols={fields.length === 1 ? 1 : { base: 1, xs: 2 }}
                  spacing="md"
                  verticalSpacing="xs"
                  mt={10}
                >
                  {part.map(field)}
                </SimpleGrid>
              ))}
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
        {props.children}
        {Notice ? <Notice {...notice} onFill={onFill} /> : null}
        {outcome?.shown}
        <Trouble error={outcome?.problem ?? saving.error} />
        <Group justify="flex-end" gap="xs">
          <CancelForm />
          <Button
            type="submit"
            color={props.danger ? "red" : undefined}
            loading={saving.busy}
            disabled={props.blocked}
          >
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

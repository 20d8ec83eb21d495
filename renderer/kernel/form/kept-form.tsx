// What was typed into a form and neither sent nor thrown away is there again after a lock, a reload or an empty battery.
import { Button, Group, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useWords } from "../i18n/index.ts";
import { type KeptDraft, useKeptDraft } from "../kept-draft.ts";
import type { FormValues } from "./form-values.ts";

/** What a form begins with. */
export interface FormBegin {
  /** The record that it changes, as it was when the form began; null makes a new one. */
  readonly record: Readonly<Record<string, unknown>> | null;
  /** What a new one begins with. */
  readonly defaults?: Readonly<Record<string, unknown>> | undefined;
}

interface Kept {
  /** Which form it was: what it changes, or with what it began. */
  readonly of?: string;
  readonly record?: FormBegin["record"];
  readonly typed?: FormValues;
}

export interface KeptForm<R extends FormBegin["record"]> {
  readonly record: R;
  /** What was typed before; undefined: nothing. */
  readonly typed: FormValues | undefined;
  /** Only what differs from the form's beginning is kept. */
  onTyped(values: FormValues): void;
  /** It was sent, or is to be thrown away. */
  forget(): void;
  /** Says that it is here again, and starts over on demand. */
  readonly told: ReactNode;
}

const NOTHING: Kept = {};

/**
 * The record as it is now, where no one else changed a field that was typed into; else as it was, so that saving says that two
 * people changed it.
 */
function beginningOf(now: FormBegin["record"], { record: before, typed = {} }: Kept): FormBegin["record"] {
  const text = (record: FormBegin["record"], name: string) => JSON.stringify(record?.[name] ?? null);
  const isAsBefore = Object.keys(typed).every((name) => text(before ?? null, name) === text(now, name));
  return isAsBefore || !before ? now : before;
}

const nameOf = ({ record, defaults = {} }: FormBegin) => String(record?.id ?? JSON.stringify(defaults));

interface KeepingProps<R extends FormBegin["record"]> {
  /** One form of a name is kept at a time: the last that was typed into. */
  name: string;
  begin: FormBegin & { readonly record: R };
  children: (form: KeptForm<R>) => ReactNode;
}

/** Renders its form once what was kept is read, and again where that is thrown away. */
export function KeepingForm<R extends FormBegin["record"]>(props: KeepingProps<R>) {
  const kept = useKeptDraft(`form:${props.name}`, NOTHING);
  const [turn, setTurn] = useState(0);
  return kept.draft ? <Begun key={turn} {...props} kept={kept} onAnew={() => setTurn(turn + 1)} /> : null;
}

interface BegunProps<R extends FormBegin["record"]> extends KeepingProps<R> {
  kept: KeptDraft<Kept>;
  onAnew: () => void;
}

function Begun<R extends FormBegin["record"]>({ begin, children, kept, onAnew }: BegunProps<R>) {
  const t = useWords();
  const [first] = useState(() => {
    const found = kept.draft?.of === nameOf(begin) ? kept.draft : undefined;
    // One record of the kind that the form is for.
    const record = found ? (beginningOf(begin.record, found) as R) : begin.record;
    return { record, typed: found?.typed };
  });
  const forget = () => {
    if (kept.draft?.of === nameOf(begin)) kept.forget();
  };
  const anew = () => {
    forget();
    onAnew();
  };
  const told = first.typed ? (
    <Group justify="space-between" mb="sm">
      <Text fz="sm" c="dimmed" role="status">
        {t("form.kept")}
      </Text>
      <Button size="compact-sm" variant="default" onClick={anew}>
        {t("form.anew")}
      </Button>
    </Group>
  ) : null;
  const onTyped = (typed: FormValues) => kept.change({ of: nameOf(begin), record: first.record, typed });
  return children({ record: first.record, typed: first.typed, onTyped, forget, told });
}

// One field of a form: the input of its kind, with its label.
import type { ReactNode } from "react";
import type { FieldOf } from "../fields.ts";
import type { Reading } from "../kinds/kind.ts";
import { KINDS } from "../kinds/kinds.tsx";

interface FormFieldProps {
  field: FieldOf;
  reading: Reading;
  value: string | boolean;
  error?: ReactNode;
  description?: ReactNode;
  disabled: boolean;
  autoFocus: boolean;
  onChange: (value: string | boolean) => void;
  onLeave: (text: string) => void;
}

export function FormField({ field, reading, ...props }: FormFieldProps) {
  const { input: Input } = KINDS[field.meta.kind];
  const { name, meta } = field;
  return (
    <Input
      id={`field-${name}`}
      field={field}
      reading={reading}
      label={reading.words.field(name)}
      required={meta.required}
      {...props}
    />
  );
}

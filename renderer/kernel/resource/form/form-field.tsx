// One field of a form: the input of its kind, with its label.
import type { ComponentType, ReactNode } from "react";
import type { FieldOf } from "../fields.ts";
import type { InputProps, Reading } from "../kinds/kind.ts";
import { KINDS } from "../kinds/kinds.tsx";

interface FormFieldProps {
  field: FieldOf;
  reading: Reading;
  value: string | boolean;
  error?: ReactNode;
  description?: ReactNode;
  disabled: boolean;
  autoFocus: boolean;
  /** An input of the form's own, in place of that of the kind. */
  own: ComponentType<InputProps> | undefined;
  onChange: (value: string | boolean) => void;
  onLeave: (text: string) => void;
}

export function FormField({ field, reading, own, ...props }: FormFieldProps) {
  const Input = own ?? KINDS[field.meta.kind].input;
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

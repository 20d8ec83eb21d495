// A choice of one value: by the list, or by the letters that its name begins with.
// biome-ignore lint/style/noRestrictedImports: this is the one that all others are drawn with
import { Select as Choice, type ComboboxItem, type SelectProps } from "@mantine/core";
import { type KeyboardEvent, useRef } from "react";
import { meantName, type Typed, typedOn } from "./choice-keys.ts";

interface Props extends Omit<SelectProps, "data"> {
  data: readonly (string | ComboboxItem)[];
}

/** A few values are not searched: a letter chooses, as in the lists that a browser draws itself. */
export function Select({ data: given, ...props }: Props) {
  const data = given.map((one) => (typeof one === "string" ? { value: one, label: one } : one));
  const typed = useRef<Typed>({ text: "", at: 0 });
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    props.onKeyDown?.(event);
    const { key, ctrlKey, metaKey, altKey } = event;
    if (props.searchable || ctrlKey || metaKey || altKey || key === " " || [...key].length !== 1) return;
    typed.current = typedOn(typed.current, key, event.timeStamp);
    const names = data.map(({ label }) => label);
    const chosen = data.findIndex(({ value }) => value === props.value);
    const meant = data[meantName(names, chosen, typed.current.text)];
    if (meant && meant.value !== props.value) props.onChange?.(meant.value, meant);
  };
  return <Choice {...props} data={data} onKeyDown={onKeyDown} />;
}

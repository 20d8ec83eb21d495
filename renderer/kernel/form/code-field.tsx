// The code of the second factor, once the server has asked for it.
import { TextInput } from "@mantine/core";
import { useWords } from "../i18n/index.ts";

export function CodeField(props: { asked: boolean; value: string; onChange(value: string): void }) {
  const t = useWords();
  const { asked, value, onChange } = props;
  // What was typed stays while an attempt with it is under way.
  if (!asked && value === "") return null;
  return (
    <TextInput
      label={t("sign_in.otp")}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="one-time-code"
      autoFocus
    />
  );
}

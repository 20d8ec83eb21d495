// Chooses what a webhook is told: all, all of a kind, or each by what it says.
import { Checkbox, Input, Stack } from "@mantine/core";
import { useMemo } from "react";
import { textIn } from "../../shared/kernel/formatting/language.ts";
import { useLanguage } from "../kernel/i18n/index.ts";
import type { InputProps } from "../kernel/resource/kinds/kind.ts";
import { EVENT_TREE, stateOf, withEvent } from "./chosen-events.ts";

function namesIn(value: unknown): readonly string[] {
  try {
    const names: unknown = JSON.parse(String(value));
    return Array.isArray(names) ? names.map(String) : [];
  } catch {
    // Nothing is chosen yet.
    return [];
  }
}

export function EventsInput({
  id,
  label,
  description,
  error,
  value,
  onChange,
  disabled,
  reading,
}: InputProps) {
  const { t } = reading;
  const language = useLanguage();
  const chosen = useMemo(() => namesIn(value), [value]);
  const box = (pattern: string, text: string, strong = false) => {
    const state = stateOf(pattern, chosen);
    return (
      <Checkbox
        key={pattern}
        label={text}
        fw={strong ? 600 : undefined}
        size="sm"
        checked={state === "all"}
        indeterminate={state === "some"}
        disabled={disabled}
        onChange={({ currentTarget }) =>
          onChange(JSON.stringify(withEvent(chosen, pattern, currentTarget.checked), null, 2))
        }
      />
    );
  };
  return (
    <Input.Wrapper id={id} label={label} description={description} error={error} labelElement="div">
      <Stack gap="xs" mt={6} role="group" aria-label={label} mah={320} style={{ overflowY: "auto" }}>
        {box("*", t("webhook.all"), true)}
        {EVENT_TREE.map(({ head, types }) => (
          <Stack key={head} gap={6}>
            {box(`${head}.*`, t("webhook.all_of", { head }), true)}
            <Stack gap={6} pl={28}>
              {types.map(({ type, says }) => box(type, `${type} – ${textIn(language, says)}`))}
            </Stack>
          </Stack>
        ))}
      </Stack>
    </Input.Wrapper>
  );
}

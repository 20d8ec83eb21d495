// Whose number was typed into a call: the one customer who has it is taken; where several have it, one is chosen.
import { Button, Group, Stack, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useWords } from "../../kernel/i18n/index.ts";
import type { NoticeProps } from "../../kernel/resource/form/resource-form.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useCustomersByPhone } from "../../subscribers/index.ts";

export function WhoseNumber({ values, onChange }: NoticeProps) {
  const t = useWords();
  const country = useSession(({ identity }) => String(identity?.settings.phone_country ?? ""));
  const rows = useCustomersByPhone(String(values.phone_number ?? ""), country);
  const [only = "", ...others] = rows.map(({ id }) => id);
  const found = others.length > 0 ? "" : only;
  const chosen = String(values.customer ?? "");
  /** The customer found here; a chosen one stays, whatever the number. */
  const taken = useRef("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the number finds another customer, not when one is chosen
  useEffect(() => {
    if (chosen !== "" && chosen !== taken.current) return;
    taken.current = found;
    if (found !== chosen) onChange("customer", found);
  }, [found]);
  if (others.length === 0 || chosen !== "") return null;
  return (
    <Stack gap={6} role="group" aria-label={t("calls.whose")}>
      <Text fz="sm">{t("calls.whose")}</Text>
      <Group gap={6}>
        {rows.map(({ id, name, area }) => (
          <Button key={id} size="compact-sm" variant="default" onClick={() => onChange("customer", id)}>
            {[name, area].filter(Boolean).join(" · ")}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}

// What the server shows this once, such as a token: to be copied before it is gone.
import { Alert, Button, CopyButton, Group, Stack, TextInput } from "@mantine/core";
import { IconAlertTriangle, IconCopy } from "@tabler/icons-react";
import type { Operation } from "../../../../shared/kernel/operation.ts";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { Dialog } from "../../form/dialog.tsx";
import { useResourceWords, useWords } from "../../i18n/index.ts";

export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** What an operation's answer holds that is shown this once. */
export const secretsIn = (
  { shown_once = [] }: Pick<Operation, "shown_once">,
  answer: Readonly<Record<string, unknown>> | null,
): readonly Secret[] =>
  shown_once.flatMap((name) => {
    const value = answer?.[name];
    return typeof value === "string" ? [{ name, value }] : [];
  });

interface ShownOnceProps {
  resource: Resource;
  secrets: readonly Secret[];
  onClose: () => void;
}

export function ShownOnce({ resource, secrets, onClose }: ShownOnceProps) {
  const t = useWords();
  const words = useResourceWords(resource);
  return (
    <Dialog opened onClose={onClose} title={words.one} closeOnClickOutside={false}>
      <Stack gap="md">
        <Alert color="orange" icon={<IconAlertTriangle size={18} />}>
          {t("record.shown_once")}
        </Alert>
        {secrets.map(({ name, value }) => (
          <Group key={name} gap="xs" align="flex-end" wrap="nowrap">
            <TextInput
              flex={1}
              label={words.field(name)}
              value={value}
              readOnly
              className="figures"
              onFocus={(event) => event.currentTarget.select()}
              data-autofocus
            />
            <CopyButton value={value}>
              {({ copied, copy }) => (
                <Button variant="default" leftSection={<IconCopy size={16} />} onClick={copy}>
                  {t(copied ? "record.copied" : "record.copy")}
                </Button>
              )}
            </CopyButton>
          </Group>
        ))}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t("action.close")}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

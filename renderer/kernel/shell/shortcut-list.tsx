// The page under `?`: the keys that work for this person.
import { Group, Kbd, Modal, Stack, Text } from "@mantine/core";
import type { PermissionCode } from "../../../shared/kernel/registry.ts";
import { type Key, useWords } from "../i18n/index.ts";

/** A key that works everywhere, or one that its screen answers to and that is only listed here. */
export interface Shortcut {
  readonly keys: readonly string[];
  readonly words: Key;
  /** A key that does nothing for a role is no key of theirs. */
  readonly permission?: PermissionCode;
  /** Address that it opens; unset: somebody else listens. */
  readonly to?: string;
}

interface ShortcutListProps {
  readonly shortcuts: readonly Shortcut[];
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function ShortcutList({ shortcuts, opened, onClose }: ShortcutListProps) {
  const t = useWords();
  return (
    <Modal opened={opened} onClose={onClose} title={t("shortcuts.title")}>
      <Stack gap={10}>
        {shortcuts.map(({ keys, words }) => (
          <Group key={keys.join()} justify="space-between" wrap="nowrap">
            <Text fz="sm">{t(words)}</Text>
            <Group gap={4} wrap="nowrap">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </Group>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}

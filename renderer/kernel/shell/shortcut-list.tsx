// The page under `?`: what the open page is for, and the keys that work for this person, those of the open page first.
import { Group, Kbd, Stack, Text, Title } from "@mantine/core";
import type { ComponentType, ReactNode } from "react";
import type { PermissionCode } from "../../../shared/kernel/registry.ts";
import { Dialog } from "../form/dialog.tsx";
import { type Key, useWords } from "../i18n/index.ts";
import { hintsHere, verbsHere } from "../page-actions/page-actions.ts";
import { Opening } from "../screen/lazily.tsx";

/** A key that works everywhere, or one that its screen answers to and that is only listed here. */
export interface Shortcut {
  readonly keys: readonly string[];
  readonly words: Key;
  /** A key that does nothing for a role is no key of theirs. */
  readonly permission?: PermissionCode;
  /** Address that it opens; unset: another part listens. */
  readonly to?: string;
}

interface ShortcutListProps {
  readonly shortcuts: readonly Shortcut[];
  /** Says what the open page is for, around its keys. */
  readonly About: ComponentType<{ children: ReactNode }>;
  readonly opened: boolean;
  readonly onClose: () => void;
}

interface Listed {
  readonly keys: readonly string[];
  readonly label: string;
}

function Keys({ title, listed }: { title: string; listed: readonly Listed[] }) {
  if (listed.length === 0) return null;
  return (
    <Stack gap={10} component="section" aria-label={title}>
      <Title order={3} fz="sm">
        {title}
      </Title>
      {listed.map(({ keys, label }) => (
        <Group key={keys.join()} justify="space-between" wrap="nowrap">
          <Text fz="sm">{label}</Text>
          <Group gap={4} wrap="nowrap">
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </Group>
        </Group>
      ))}
    </Stack>
  );
}

export function ShortcutList({ shortcuts, About, opened, onClose }: ShortcutListProps) {
  const t = useWords();
  const verbs = opened ? verbsHere() : [];
  const here: Listed[] = [
    ...verbs.flatMap(({ key, label }) => (key === undefined ? [] : [{ keys: [key], label }])),
    ...(opened ? hintsHere() : []),
  ];
  const said = new Set(here.map(({ keys }) => keys.join()));
  const anywhere = shortcuts
    .map(({ keys, words }): Listed => ({ keys, label: t(words) }))
    .filter(({ keys }) => !said.has(keys.join()));
  return (
    <Dialog opened={opened} onClose={onClose} title={t("shortcuts.title")}>
      <Stack gap="lg" data-keys>
        <Opening>
          <About>
            <Keys title={t("shortcuts.here")} listed={here} />
          </About>
        </Opening>
        <Keys title={t("shortcuts.anywhere")} listed={anywhere} />
      </Stack>
    </Dialog>
  );
}

// The keys that work everywhere, and the page under `?` that lists them.
import { Group, Kbd, Modal, Stack, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { spotlight } from "@mantine/spotlight";
import { useNavigate } from "react-router";
import { create } from "zustand";
import { own } from "../../../shared/kernel/own.ts";
import { type Key, useWords } from "../i18n/index.ts";
import { useSession } from "../session/session-store.ts";

const useShown = create<{ shown: boolean }>(() => ({ shown: false }));

export function openShortcuts(): void {
  useShown.setState({ shown: true });
}

const RIGHTS: Readonly<Record<string, string>> = {
  F2: "billing.recharge.create",
  F3: "finance.transaction.create",
  F4: "subscribers.customer.view",
};

const KEYS: readonly (readonly [keys: readonly string[], words: Key])[] = [
  [["/"], "shortcuts.search"],
  [["Ctrl", "K"], "shortcuts.search"],
  [["F2"], "shortcuts.recharge"],
  [["F3"], "shortcuts.payment"],
  [["F4"], "shortcuts.customer"],
  [["↑", "↓", "Enter"], "shortcuts.pick"],
  [["Enter"], "shortcuts.next"],
  [["Esc"], "shortcuts.back"],
  [["?"], "shortcuts.help"],
];

/** Whether a dialog is open: then the keys belong to it. */
export const dialogOpen = () => document.querySelector('[role="dialog"], [role="menu"]') !== null;

/** At the first page of a visit "back" would leave the application; the router counts its pages in the history's state. */
const mayGoBack = () => Number((history.state as { idx?: number } | null)?.idx ?? 0) > 0;

export function Shortcuts() {
  const t = useWords();
  const navigate = useNavigate();
  const can = useSession((session) => session.can);
  // A key that does nothing for a role is no key of theirs.
  const works = (key = "") => {
    const right = own(RIGHTS, key);
    return right === undefined || can(right);
  };
  const shown = useShown((state) => state.shown);
  const close = () => useShown.setState({ shown: false });
  const unlessDialog = (work: () => unknown) => () => {
    if (!dialogOpen()) work();
  };
  useHotkeys(
    [
      ["Escape", unlessDialog(() => mayGoBack() && navigate(-1))],
      ["shift+?", openShortcuts],
      ["?", openShortcuts],
    ],
    ["INPUT", "TEXTAREA", "SELECT"],
  );
  // Also while somebody types: these are no letters.
  useHotkeys(
    [
      ["F4", unlessDialog(() => works("F4") && navigate("/customers"))],
      ["mod+K", unlessDialog(spotlight.open)],
    ],
    [],
  );
  return (
    <Modal opened={shown} onClose={close} title={t("shortcuts.title")}>
      <Stack gap={10}>
        {KEYS.filter(([keys]) => works(keys[0])).map(([keys, words]) => (
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

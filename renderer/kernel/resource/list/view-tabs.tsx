// The views of a list as tabs with their counts, and what keeps the present one under a name.
import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput, UnstyledButton } from "@mantine/core";
import { IconBookmarkPlus, IconX } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { useWords } from "../../i18n/index.ts";
import type { TableChoice } from "../../table/use-table-choice.ts";
import { useFormat } from "../../use-format.ts";
import type { Asked } from "./filter.ts";
import { type CountHere, useViewCounts, type ViewCount } from "./use-view-counts.ts";
import classes from "./view-tabs.module.css";
import { isSame, type ProposedView, useOwnViews, type View } from "./views.ts";

export interface ViewsOfList {
  /** Whose records are counted; unset: they are not. */
  resource?: Resource | undefined;
  /** Those that the screen proposes, after "all". */
  proposed?: readonly ProposedView[] | undefined;
  /** How a screen that finds its rows itself counts them. */
  countHere?: CountHere | undefined;
}

interface ViewTabsProps extends ViewsOfList {
  /** Which list: the key of its table. */
  list: string;
  asked: Asked;
  choice: TableChoice;
  onChoose: (asked: Asked) => void;
  /** How many rows are shown. */
  shown: number;
}

function KeepView({ onKeep }: { onKeep: (name: string) => void }) {
  const t = useWords();
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState("");
  const save = (event: FormEvent) => {
    event.preventDefault();
    const given = name.trim();
    if (given === "") return;
    onKeep(given);
    setName("");
    setOpened(false);
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      trapFocus
      shadow="md"
      withRoles={false}
    >
      <Popover.Target>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconBookmarkPlus size={15} aria-hidden />}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {t("views.keep")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm" role="dialog" aria-label={t("views.keep")}>
        <form onSubmit={save}>
          <Stack gap="xs" w={260}>
            <Text fz="sm" c="dimmed">
              {t("views.none")}
            </Text>
            <Group gap={6} wrap="nowrap" align="flex-end">
              <TextInput
                flex={1}
                label={t("views.save_as")}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
                maxLength={40}
                data-autofocus
              />
              <Button type="submit" variant="light" disabled={name.trim() === ""}>
                {t("action.save")}
              </Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

function Count({ of }: { of: ViewCount }) {
  const format = useFormat();
  if (!of) return null;
  return (
    <span className={classes.count}>
      {format.number(of.n)}
      {of.at_least ? "+" : ""}
    </span>
  );
}

export function ViewTabs({ list, asked, choice, onChoose, shown, ...of }: ViewTabsProps) {
  const { resource = null, proposed = [], countHere } = of;
  const t = useWords();
  const { today } = useFormat();
  const { views, keep, forget } = useOwnViews(list);
  const all: View = { name: t("views.all"), asked: { query: "", filter: {} } };
  const offered = proposed.map(({ name, filter }): View => {
    const narrowed = typeof filter === "function" ? filter(today()) : filter;
    return { name: t(name), asked: { query: "", filter: narrowed } };
  });
  const tabs = [all, ...offered, ...views];
  const counts = useViewCounts(
    tabs.length > 1 ? resource : null,
    tabs.map((view) => view.asked),
    countHere,
    // While words are typed the rows change with every key, the views do not.
    asked.query === "" ? shown : null,
  );
  const isTab = tabs.some((view) => isSame(view.asked, asked));
  const choose = (view: View) => {
    if (view.choice) choice.take(view.choice);
    onChoose(view.asked);
  };
  return (
    <Group gap={4} role="group" aria-label={t("views.title")} className={classes.views}>
      {tabs.length > 1
        ? tabs.map((view, at) => {
            const is_chosen = isSame(view.asked, asked);
            const is_own = views.includes(view);
            return (
              <span
                key={`${is_own}-${view.name}`}
                className={classes.view}
                data-chosen={is_chosen || undefined}
              >
                <UnstyledButton
                  className={classes.name}
                  aria-pressed={is_chosen}
                  onClick={() => choose(view)}
                >
                  {view.name} <Count of={counts[at] ?? null} />
                </UnstyledButton>
                {is_own && is_chosen ? (
                  <ActionIcon
                    size="xs"
                    variant="transparent"
                    aria-label={t("views.forget", { name: view.name })}
                    onClick={() => forget(view.name)}
                  >
                    <IconX size={13} />
                  </ActionIcon>
                ) : null}
              </span>
            );
          })
        : null}
      {isTab && tabs.length > 1 && !views.some((view) => isSame(view.asked, asked)) ? null : (
        <KeepView onKeep={(name) => keep({ name, asked, choice: choice.kept })} />
      )}
    </Group>
  );
}

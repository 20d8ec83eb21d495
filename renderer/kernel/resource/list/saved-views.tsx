// Views of a list under names of a person's own: filter, columns and order together, kept on this computer.
import { ActionIcon, Button, Group, Popover, Stack, Text, TextInput } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconBookmark, IconTrash } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useWords } from "../../i18n/index.ts";
import type { KeptChoice, TableChoice } from "../../table/use-table-choice.ts";
import type { Asked } from "./filter.ts";

interface SavedView {
  readonly name: string;
  readonly asked: Asked;
  readonly choice: KeptChoice;
}

interface SavedViewsProps {
  /** Which list: the key of its table. */
  list: string;
  asked: Asked;
  choice: TableChoice;
  onChoose: (asked: Asked) => void;
}

export function SavedViews({ list, asked, choice, onChoose }: SavedViewsProps) {
  const t = useWords();
  const [views, setViews] = useLocalStorage<readonly SavedView[]>({
    key: `lastmile.views.${list}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState("");
  const save = (event: FormEvent) => {
    event.preventDefault();
    const given = name.trim();
    if (given === "") return;
    setViews((before) => [
      ...before.filter((view) => view.name !== given),
      { name: given, asked, choice: choice.kept },
    ]);
    setName("");
    setOpened(false);
  };
  const choose = (view: SavedView) => {
    choice.take(view.choice);
    onChoose(view.asked);
    setOpened(false);
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      trapFocus
      shadow="md"
      withRoles={false}
    >
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconBookmark size={16} aria-hidden />}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {t("views.title")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm" role="dialog" aria-label={t("views.title")}>
        <Stack gap="xs" w={260}>
          {views.length === 0 ? (
            <Text fz="sm" c="dimmed">
              {t("views.none")}
            </Text>
          ) : null}
          {views.map((view) => (
            <Group key={view.name} gap={4} wrap="nowrap">
              <Button
                flex={1}
                variant="subtle"
                justify="flex-start"
                size="compact-sm"
                onClick={() => choose(view)}
              >
                {view.name}
              </Button>
              <ActionIcon
                aria-label={t("views.forget", { name: view.name })}
                onClick={() => setViews((before) => before.filter((one) => one !== view))}
              >
                <IconTrash size={15} />
              </ActionIcon>
            </Group>
          ))}
          <form onSubmit={save}>
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
          </form>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

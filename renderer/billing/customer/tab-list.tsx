// The tabs of a customer's page on one line: those of every day, the one that is open, and a menu with the others.
import { Button, Group, Menu, Tabs } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useWords } from "../../kernel/i18n/index.ts";

export interface NamedTab {
  readonly value: string;
  readonly label: string;
  readonly key?: string;
  readonly under_more?: boolean;
}

interface TabListProps {
  readonly tabs: readonly NamedTab[];
  readonly open: string;
  readonly onChoose: (value: string) => void;
}

export function TabList({ tabs, open, onChoose }: TabListProps) {
  const t = useWords();
  const shown = tabs.filter(({ under_more, value }) => !under_more || value === open);
  const others = tabs.filter((tab) => !shown.includes(tab));
  return (
    <Group gap={0} wrap="nowrap" align="flex-end" mb="md">
      <Tabs.List flex={1} miw={0}>
        {shown.map(({ value, label, key }) => (
          <Tabs.Tab key={value} value={value} aria-keyshortcuts={key}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {others.length > 0 ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              variant="subtle"
              color="gray"
              size="sm"
              px="xs"
              rightSection={<IconChevronDown size={15} aria-hidden />}
              aria-label={t("customer.more_tabs")}
            >
              {t("shell.more")}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map(({ value, label }) => (
              <Menu.Item key={value} onClick={() => onChoose(value)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </Group>
  );
}

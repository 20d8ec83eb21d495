// Chooses what a role is granted: by module, resource and right, searched; what one does not hold can't be given.
import { ActionIcon, Box, Checkbox, Group, Input, Stack, Text, TextInput } from "@mantine/core";
import { IconChevronDown, IconChevronRight, IconSearch } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import type { InputProps } from "../../kernel/resource/kinds/kind.ts";
import { codesBelow, type GrantNode, grantState, grantTree, withGrant } from "./grant-tree.ts";
import { rightPath, rightWords } from "./permission-words.ts";
import { useHeld } from "./use-held.ts";

export function GrantsInput(props: InputProps) {
  const { id, label, description, error, value, onChange, disabled, reading } = props;
  const { t, format } = reading;
  const tree = useMemo(grantTree, []);
  const held = useHeld();
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState<readonly string[]>([]);
  const granted = useMemo(() => JSON.parse(String(value)) as readonly string[], [value]);
  const words = query.trim().toLowerCase().split(/\s+/);
  const found = ({ grant }: GrantNode) => {
    const text = `${rightPath(grant, t)} ${grant}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const box = (node: GrantNode, strong = false) => {
    const state = grantState(node, granted);
    const mine = held(node.grant);
    return (
      <Checkbox
        key={node.grant}
        label={rightWords(node.grant, t)}
        aria-label={rightPath(node.grant, t)}
        title={mine ? undefined : t("right.not_held")}
        fw={strong ? 600 : undefined}
        size="sm"
        checked={state === "all"}
        indeterminate={state === "some"}
        disabled={disabled || !mine}
        onChange={({ currentTarget }) =>
          onChange(JSON.stringify(withGrant(tree, granted, node.grant, currentTarget.checked), null, 2))
        }
      />
    );
  };
  const modules = tree.below.filter((node) => codesBelow(node).length > 0);
  const lacks = codesBelow(tree).some((code) => !held(code));
  return (
    <Input.Wrapper
      id={id}
      label={label}
      error={error}
      description={description ?? (lacks ? t("right.not_held_hint") : t("right.hint"))}
      labelElement="div"
    >
      <Stack gap="xs" mt={6} role="group" aria-label={label}>
        <TextInput
          id={id}
          size="sm"
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          leftSection={<IconSearch size={16} aria-hidden />}
          aria-label={t("right.search")}
          placeholder={t("right.search")}
        />
        {query.trim() === "" ? box(tree, true) : null}
        {modules.map((module) => {
          const shown = module.below
            .map((node) => ({ node, rights: node.below.filter(found) }))
            .filter(({ rights }) => rights.length > 0);
          if (shown.length === 0) return null;
          const unfolded = query.trim() !== "" || open.includes(module.grant);
          const codes = codesBelow(module);
          const given = codes.filter((grant) => grantState({ grant, below: [] }, granted) === "all");
          return (
            <Box key={module.grant}>
              <Group gap={6} wrap="nowrap">
                <ActionIcon
                  variant="subtle"
                  size="sm"
                  aria-expanded={unfolded}
                  aria-label={t("right.unfold", { name: rightWords(module.grant, t) })}
                  onClick={() =>
                    setOpen(unfolded ? open.filter((one) => one !== module.grant) : [...open, module.grant])
                  }
                >
                  {unfolded ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
                </ActionIcon>
                {box(module, true)}
                <Text fz="xs" c="dimmed" className="figures" ml="auto">
                  {t("right.count", { n: format.number(given.length), all: format.number(codes.length) })}
                </Text>
              </Group>
              {unfolded ? (
                <Stack gap={10} pl={34} py={8}>
                  {shown.map(({ node, rights }) => (
                    <Box key={node.grant}>
                      {box(node)}
                      <Group gap="sm" pl={28} pt={6}>
                        {rights.map((right) => box(right))}
                      </Group>
                    </Box>
                  ))}
                </Stack>
              ) : null}
            </Box>
          );
        })}
      </Stack>
    </Input.Wrapper>
  );
}

// What a role may do, to be read: patterns in words, and single rights by their resource.
import { Badge, Group, Paper, SimpleGrid, Text } from "@mantine/core";
import type { role } from "../../../shared/identity/role.ts";
import type { RecordOf } from "../../../shared/kernel/resource.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { codesBelow, grantState, grantTree } from "./grant-tree.ts";
import { rightWords } from "./permission-words.ts";

type Role = RecordOf<typeof role>;

export function Granted({ record: { granted } }: { record: Role }) {
  const t = useWords();
  const tree = grantTree();
  if (grantState(tree, granted) === "all") return null;
  return (
    <Paper p="md">
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="lg" verticalSpacing="md">
        {tree.below
          .filter((module) => codesBelow(module).length > 0 && grantState(module, granted) !== "none")
          .map((module) => (
            <div key={module.grant}>
              <Group gap={8}>
                <Text fw={650}>{rightWords(module.grant, t)}</Text>
                {grantState(module, granted) === "all" ? <Badge>{t("right.all")}</Badge> : null}
              </Group>
              {grantState(module, granted) === "all"
                ? null
                : module.below
                    .filter((node) => codesBelow(node).length > 0 && grantState(node, granted) !== "none")
                    .map((node) => (
                      <Text key={node.grant} fz="sm">
                        <Text span inherit fw={500}>
                          {rightWords(node.grant, t)}:{" "}
                        </Text>
                        {grantState(node, granted) === "all"
                          ? t("right.all")
                          : node.below
                              .filter((right) => grantState(right, granted) === "all")
                              .map(({ grant }) => rightWords(grant, t))
                              .join(", ")}
                      </Text>
                    ))}
            </div>
          ))}
      </SimpleGrid>
    </Paper>
  );
}

// What a role may do, to be read: patterns in words, and single rights by their resource.
import { Badge, Group, Paper, SimpleGrid, Text } from "@mantine/core";
import type { role } from "../../../shared/identity/role.ts";
import type { RecordOf } from "../../../shared/kernel/resource.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { codesBelow, type GrantNode, grantState, grantTree } from "./grant-tree.ts";
import { rightWords } from "./permission-words.ts";

type Role = RecordOf<typeof role>;

export function Granted({ record: { granted } }: { record: Role }) {
  const t = useWords();
  const tree = grantTree();
  if (grantState(tree, granted) === "all") return null;
  // A pattern may be for rights that only a later version has.
  const gives = (node: GrantNode) =>
    codesBelow(node).some((grant) => grantState({ grant, below: [] }, granted) === "all");
  return (
    <Paper p="md">
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="lg" verticalSpacing="md">
        {tree.below.filter(gives).map((module) => (
          <div key={module.grant}>
            <Group gap={8}>
              <Text fw={650}>{rightWords(module.grant, t)}</Text>
              {grantState(module, granted) === "all" ? <Badge>{t("right.all")}</Badge> : null}
            </Group>
            {grantState(module, granted) === "all"
              ? null
              : module.below.filter(gives).map((node) => (
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

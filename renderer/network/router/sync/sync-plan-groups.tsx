// What a sync would do, group by group: how many, and which, with what changes.
import { Accordion, Badge, Checkbox, Group, Table, Text } from "@mantine/core";
import type { JobResult, PlanKind } from "../../../../shared/network/agent-wire.ts";
import { useWords } from "../../../kernel/i18n/index.ts";
import { useFormat } from "../../../kernel/use-format.ts";
import { type Chosen, changeLines, choiceOf, groupsOf, type PlanGroup } from "./sync-plan-view.ts";

const COLORS: Readonly<Record<PlanKind, string>> = {
  create: "green",
  update: "blue",
  enable: "green",
  disable: "orange",
  orphan: "gray",
  foreign: "gray",
  conflict: "red",
};

/** More rows than anybody reads are counted, not drawn. */
const ROWS_MAX = 200;

interface Choosing {
  readonly chosen: Chosen;
  readonly onChoose: (choice: string, on: boolean) => void;
}

function GroupRows({ group, choosing }: { group: PlanGroup; choosing: Choosing | undefined }) {
  const t = useWords();
  const format = useFormat();
  const shown = group.rows.slice(0, ROWS_MAX);
  const more = group.count - shown.length;
  return (
    <>
      <Text fz="sm" c="dimmed" mb={6}>
        {t(`net.plan.${group.kind}_hint`)}
      </Text>
      <Table aria-label={t(`net.plan.${group.kind}`)} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={220}>{t("net.plan.name")}</Table.Th>
            <Table.Th>{t("net.plan.changes")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((row) => (
            <Table.Tr key={`${row.what}|${row.name}|${row.ros_id}`}>
              <Table.Td>
                <Text span fz="sm" fw={600}>
                  {row.name}
                </Text>{" "}
                <Text span fz="xs" c="dimmed">
                  {t(`net.plan.${row.what}`)}
                </Text>
              </Table.Td>
              <Table.Td>
                {row.reason ? <Text fz="sm">{row.reason}</Text> : null}
                {choosing && row.adoptable ? (
                  <Checkbox
                    size="xs"
                    my={4}
                    label={t("net.plan.adopt", { name: row.name })}
                    checked={choosing.chosen.has(choiceOf(row))}
                    onChange={(event) => choosing.onChoose(choiceOf(row), event.currentTarget.checked)}
                  />
                ) : null}
                {changeLines(row, t("net.plan.password")).map((line) => (
                  <Text key={line} fz="sm" style={{ overflowWrap: "anywhere" }}>
                    {line}
                  </Text>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {more > 0 ? (
        <Text fz="sm" c="dimmed" mt={6}>
          {t("net.plan.more", { n: format.number(more) })}
        </Text>
      ) : null}
    </>
  );
}

/** Groups that lose people their line or wait for a decision stand open. */
const OPEN: readonly PlanKind[] = ["disable", "conflict"];

/** Without `choosing` it is merely read. */
export function PlanGroups({ report, choosing }: { report: JobResult; choosing?: Choosing }) {
  const t = useWords();
  const format = useFormat();
  const groups = groupsOf(report);
  const open = groups.filter(({ kind }) => OPEN.includes(kind)).map(({ kind }) => kind);
  return (
    <Accordion multiple defaultValue={open} variant="contained">
      {groups.map((group) => (
        <Accordion.Item key={group.kind} value={group.kind}>
          <Accordion.Control>
            <Group gap="sm">
              <Badge color={COLORS[group.kind]} miw={44} className="figures">
                {format.number(group.count)}
              </Badge>
              <Text fz="sm" fw={600}>
                {t(`net.plan.${group.kind}`)}
              </Text>
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            <GroupRows group={group} choosing={choosing} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

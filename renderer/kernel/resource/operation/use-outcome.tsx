// What an operation will do to one record, as its dialog says it before it is sent: "Status: Open → Closed".
import { Group, Paper, Stack, Text } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import type { Failure } from "../../../../shared/kernel/failure.ts";
import { newId } from "../../../../shared/kernel/id.ts";
import type { Operation } from "../../../../shared/kernel/operation.ts";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { useRuleContext } from "../../expected/use-rule-context.ts";
import { useWords } from "../../i18n/index.ts";
import type { Outcome } from "../../outcome.ts";
import { problemWords } from "../../problem-words.ts";
import { useFormat } from "../../use-format.ts";
import { type AnyRecord, fieldOf } from "../fields.ts";
import { FieldCell } from "../list/columns-of.tsx";
import { useReading } from "../use-reading.ts";
import { planned } from "./planned.ts";
import type { Input } from "./use-operate.ts";

interface ChangesProps {
  resource: Resource;
  record: AnyRecord;
  changes: Input;
}

/** Each field that changes: what it holds, and what it will hold. */
function Changes({ resource, record, changes }: ChangesProps) {
  const reading = useReading(resource);
  const { t, words } = reading;
  // The names beside its references are those of the record as it is.
  const after: AnyRecord = { ...changes, id: record.id };
  return (
    <Paper withBorder p="sm" role="group" aria-label={t("operation.changes")}>
      <Stack gap={4}>
        <Text fz="sm" fw={500}>
          {t("operation.changes")}
        </Text>
        {Object.keys(changes).map((name) => (
          <Group key={name} gap={6} fz="sm" wrap="wrap">
            <Text span fz="sm" c="dimmed">
              {words.field(name)}
            </Text>
            <span>
              <FieldCell field={fieldOf(resource, name)} {...{ record, reading }} />
            </span>
            <IconArrowRight size={14} role="img" aria-label={t("operation.becomes")} />
            <Text span fz="sm" fw={600}>
              <FieldCell field={fieldOf(resource, name)} record={after} reading={reading} />
            </Text>
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}

interface ManyProps {
  /** How many will differ, and how many there are. */
  changed: number;
  total: number;
  /** Why others would be refused. */
  refused: readonly Failure[];
}

/** Of many records: how many will change, and why the others will not. */
function HowMany({ changed, total, refused }: ManyProps) {
  const t = useWords();
  const { number } = useFormat();
  const whys = [...new Set(refused.map((one) => problemWords(one, t).text))];
  return (
    <Paper withBorder p="sm" role="group" aria-label={t("operation.changes")}>
      <Text fz="sm" fw={500}>
        {t("operation.will_change", { n: number(changed), total: number(total) })}
      </Text>
      {refused.length > 0 ? (
        <Text fz="sm" c="dimmed">
          {t("operation.will_refuse", { n: number(refused.length) })} {whys.join(" ")}
        </Text>
      ) : null}
    </Paper>
  );
}

/** Answers a function that tells what the operation with an input will do: to one record in full, of many how many. */
export function useOutcome(
  resource: Resource,
  operation: Operation,
  records: readonly AnyRecord[],
): (input: Input) => Outcome {
  const contextOf = useRuleContext();
  return (input) => {
    const [record] = records;
    if (!record) return { shown: null, problem: null };
    if (records.length > 1) {
      const plans = records.map((one) => planned(operation, one, input, contextOf(newId())));
      const refused = plans.flatMap(({ problem }) => problem ?? []);
      const changed = plans.filter(({ changes }) => Object.keys(changes).length > 0).length;
      // Nobody has a rule for it: nothing is known.
      if (changed + refused.length === 0) return { shown: null, problem: null };
      return { shown: <HowMany {...{ changed, refused }} total={records.length} />, problem: null };
    }
    const { changes, problem } = planned(operation, record, input, contextOf(newId()));
    const nothing = Object.keys(changes).length === 0;
    const shown = nothing ? null : <Changes resource={resource} record={record} changes={changes} />;
    return { shown, problem };
  };
}

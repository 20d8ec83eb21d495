// What taking a change of package back will change, as the server works it out.
import { Group, Stack, Text } from "@mantine/core";
import { serviceChange, type UndoneChange } from "../../../shared/billing/index.ts";
import { customer } from "../../../shared/subscribers/index.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { useResourceWords } from "../../kernel/i18n/index.ts";
import { useById } from "../../kernel/replica-hooks.ts";
import type { AnyRecord } from "../../kernel/resource/fields.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { undoPreviewPath } from "./change-actions.ts";

export function UndoPreview({ record }: { record: AnyRecord }) {
  const words = useResourceWords(customer);
  const changed = useResourceWords(serviceChange);
  const format = useFormat();
  const packages = useById("packages");
  const { data, error } = useAsk<UndoneChange>(undoPreviewPath(record));
  if (data === null) return <Trouble error={error} />;
  const name = (id: string | null) => packages.get(id ?? "")?.name ?? "—";
  const moves = [
    [words.field("package"), name(data.package.before), name(data.package.after)],
    [words.field("expiry_date"), format.day(data.expiry_date.before), format.day(data.expiry_date.after)],
  ] as const;
  const back = (["invoice", "credit_note", "payment_transaction"] as const).filter(
    (one) => data[one] !== null,
  );
  return (
    <Stack gap={4} fz="sm">
      {moves
        .filter(([, before, after]) => before !== after)
        .map(([label, before, after]) => (
          <Group key={label} gap="xs">
            <Text span inherit c="dimmed">
              {label}
            </Text>
            <Text span inherit fw={600}>
              {before} → {after}
            </Text>
          </Group>
        ))}
      {back.length > 0 ? (
        <Text span inherit>
          {changed.operation("undo")}: {back.map((one) => changed.field(one)).join(", ")}
        </Text>
      ) : null}
    </Stack>
  );
}

// What the person signed in has with them, folded away below their day.
import { Box, Group, Paper, Stack, Text } from "@mantine/core";
import { heldStock } from "../../../shared/store/index.ts";
import { useWaitingIds } from "../../kernel/expected/use-expected.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { Known } from "../../kernel/screen/arriving.tsx";
import { PendingClock } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import classes from "./held.module.css";
import { type OwnPart, useOwnStock } from "./use-own-stock.ts";

/** The parts of one item together. */
function byItem(parts: readonly OwnPart[]): readonly OwnPart[][] {
  const groups = new Map<string, OwnPart[]>();
  for (const part of parts) groups.set(part.held.id, [...(groups.get(part.held.id) ?? []), part]);
  return [...groups.values()];
}

export function MyStock() {
  const t = useWords();
  const format = useFormat();
  const own = useOwnStock();
  const waiting = useWaitingIds(heldStock.collection);
  if (own === undefined) return null;
  const groups = byItem(own);
  return (
    <Paper component="details" p="sm">
      <summary>
        <Text span fz="sm" fw={600}>
          {t("parts.mine")} · <Known width={20}>{format.number(groups.length)}</Known>
        </Text>
      </summary>
      <Stack gap="xs" mt="xs">
        {groups.length === 0 ? (
          <Text fz="sm" c="dimmed">
            <Known width={180}>{t("parts.mine_empty")}</Known>
          </Text>
        ) : null}
        {groups.map(([first, ...others]) =>
          first ? (
            <Box key={first.held.id}>
              <Group justify="space-between" wrap="nowrap" gap="xs">
                <Group gap={6} wrap="nowrap" miw={0}>
                  <Text fz="sm" className={classes.name}>
                    {first.item.name}
                  </Text>
                  {waiting.includes(first.held.id) ? <PendingClock /> : null}
                </Group>
                <Text fz="sm" fw={600} className="figures" flex="none">
                  {format.number(first.held.quantity)} {first.item.unit}
                </Text>
              </Group>
              {first.serial === null ? null : (
                <Text fz="xs" c="dimmed" className={`figures ${classes.name}`}>
                  {[first, ...others].map(({ serial }) => serial).join(" · ")}
                </Text>
              )}
            </Box>
          ) : null,
        )}
      </Stack>
    </Paper>
  );
}

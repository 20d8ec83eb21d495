// The parts that a work order took, as they are used and taken back during the work; all of it without the line.
import { Badge, Box, Button, Group, Kbd, Paper, Stack, Text } from "@mantine/core";
import { IconArrowBackUp, IconPackage } from "@tabler/icons-react";
import { useState } from "react";
import { type Task, taskMayBecome } from "../../../shared/helpdesk/index.ts";
import { type PartUse, partUse, takeBackPart, usePart } from "../../../shared/store/index.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { useExpectedRows, useWaitingIds } from "../../kernel/expected/use-expected.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { usePageActions } from "../../kernel/page-actions/page-actions.ts";
import { useById } from "../../kernel/replica-hooks.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { PendingClock, Trouble } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import classes from "./held.module.css";
import { UsePartDialog } from "./use-part-dialog.tsx";

interface UsedProps {
  readonly use: PartUse;
  readonly waits: boolean;
  readonly mayTakeBack: boolean;
}

function Used({ use, waits, mayTakeBack }: UsedProps) {
  const t = useWords();
  const format = useFormat();
  const { run } = useOperate();
  const item = useById("store_items").get(use.store_item);
  const { quantity, serial_numbers } = use;
  const back = useCall(() =>
    run(takeBackPart, use.held_stock, { use: use.id, seen: { quantity, serial_numbers } }),
  );
  const what =
    serial_numbers.length > 0 ? serial_numbers.join(", ") : `${format.number(quantity)} ${item?.unit ?? ""}`;
  const name = item?.name ?? "";
  return (
    <Box>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Box miw={0}>
          <Group gap={6}>
            <Text fw={600} className={classes.name}>
              {name}
            </Text>
            {waits ? <PendingClock /> : null}
            {use.shortage > 0 ? <Badge color="orange">{t("parts.short")}</Badge> : null}
          </Group>
          <Text fz="sm" c="dimmed" className="figures">
            {[what, use.replaced_serial ? t("parts.replaced", { serial: use.replaced_serial }) : null]
              .filter(Boolean)
              .join(" · ")}
          </Text>
        </Box>
        {mayTakeBack ? (
          <Button
            variant="default"
            flex="none"
            aria-label={t("parts.back_of", { what: `${name} ${what}` })}
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            loading={back.busy}
            onClick={() => void back.run()}
          >
            {t("parts.back")}
          </Button>
        ) : null}
      </Group>
      <Trouble error={back.error} />
    </Box>
  );
}

export function TaskParts({ of }: { of: Task }) {
  const t = useWords();
  const { may } = useOperate();
  const [open, setOpen] = useState(false);
  const rows = useExpectedRows(partUse, { selector: { task: of.id } }) ?? [];
  const waiting = useWaitingIds(partUse.collection);
  const mayUse = may(usePart);
  const isOpen = taskMayBecome(of.status, "COMPLETED");
  const label = t("parts.use");
  usePageActions(
    mayUse ? [{ id: "part", label, icon: IconPackage, key: "U", run: () => setOpen(true) }] : [],
  );
  const used = rows
    .filter(({ taken_back_at }) => taken_back_at === null)
    .sort((a, b) => a.used_at.localeCompare(b.used_at));
  if (used.length === 0 && !mayUse) return null;
  return (
    <Paper p="md" component="section" aria-label={t("parts.title")}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Text fw={650}>{t("parts.title")}</Text>
          {mayUse ? (
            <Button
              variant="default"
              leftSection={<IconPackage size={18} aria-hidden />}
              rightSection={
                <Kbd size="xs" visibleFrom="md">
                  U
                </Kbd>
              }
              aria-keyshortcuts="U"
              onClick={() => setOpen(true)}
            >
              {label}
            </Button>
          ) : null}
        </Group>
        {used.map((use) => (
          <Used key={use.id} use={use} waits={waiting.includes(use.id)} mayTakeBack={isOpen && mayUse} />
        ))}
      </Stack>
      {open ? <UsePartDialog purpose={{ task: of.id }} onClose={() => setOpen(false)} /> : null}
    </Paper>
  );
}

// A deed that needs a reason: what it will do, the usual reasons under 1 to 5, room for others; Ctrl+Enter does it.

import { Box, Button, Group, Kbd, Stack, Text, Textarea } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { printable } from "../../../shared/kernel/formatting/text-columns.rules.ts";
import { useCall } from "../connection/use-connection.ts";
import { Dialog } from "../form/dialog.tsx";
import { useWords } from "../i18n/index.ts";
import type { Outcome } from "../outcome.ts";
import { Trouble } from "../trouble.tsx";
import { focusNow } from "./focus-now.ts";
import { arming, useArmed } from "./fresh-keys.ts";

interface ReasonDialogProps {
  title: string;
  /** What it will do, above the reason. */
  children: ReactNode;
  /** The usual reasons in the reader's words, the commonest first; the first five have keys. */
  reasons: readonly string[];
  required: boolean;
  /** Said on the button. */
  confirm: string;
  danger?: boolean;
  /** Pixels; of what needs more room than a reason does. */
  size?: number;
  /** The focus begins in what stands above the reason. */
  starts_above?: boolean;
  /** Whether something else is missing. */
  blocked?: boolean;
  /** What doing it for this reason will do, said below the reason. */
  outcome?: (reason: string) => Outcome;
  /** Does it; the dialog closes when it resolves, and stays with the trouble when it fails. */
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

export function ReasonDialog(props: ReasonDialogProps) {
  const { title, children, reasons, required, confirm, danger = false, blocked = false } = props;
  const { size = 560, starts_above = false } = props;
  const t = useWords();
  const [reason, setReason] = useState("");
  const button = useRef<HTMLButtonElement>(null);
  const armed = useArmed("dialog");
  const doing = useCall(async () => {
    // A reason is one line, however it was typed.
    await props.onConfirm(printable(reason));
    props.onClose();
  });
  const outcome = props.outcome?.(reason.trim());
  const missing = blocked || (required && reason.trim() === "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!missing && armed && !doing.busy) void doing.run();
  };
  const choose = (text: string) => {
    setReason(text);
    // Enter is the next key: it must mean "do it".
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) return;
    const usual = reasons[Number(/^(?:Digit|Numpad)([1-5])$/.exec(event.code)?.[1] ?? 0) - 1];
    if (usual === undefined) return;
    event.preventDefault();
    choose(usual);
  };
  return (
    <Dialog opened onClose={props.onClose} size={size} title={title}>
      <form onSubmit={submit} onKeyDown={onKeyDown}>
        <Stack gap="md">
          {children}
          <Box display={reasons.length === 0 ? "none" : undefined}>
            <Text fz="sm" fw={500} mb={6}>
              {t("reason.usual")}
            </Text>
            <Group gap={6} role="group" aria-label={t("reason.usual")}>
              {reasons.map((text, index) => (
                <Button
                  key={text}
                  size="compact-sm"
                  variant={reason === text ? "light" : "default"}
                  aria-pressed={reason === text}
                  aria-keyshortcuts={index < 5 ? String(index + 1) : undefined}
                  ref={index === 0 && !starts_above ? focusNow : undefined}
                  data-autofocus={(index === 0 && !starts_above) || undefined}
                  onClick={() => choose(text)}
                  leftSection={index < 5 ? <Kbd size="xs">{index + 1}</Kbd> : null}
                >
                  {text}
                </Button>
              ))}
            </Group>
          </Box>
          <Textarea
            label={t("toggle.reason")}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            required={required}
            autosize
            minRows={2}
            maxLength={500}
            data-autofocus={(reasons.length === 0 && !starts_above) || undefined}
          />
          {outcome?.shown}
          <Trouble error={outcome?.problem ?? doing.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={props.onClose}>
              {t("action.cancel")}
            </Button>
            <Button
              ref={button}
              type="submit"
              color={danger ? "red" : undefined}
              loading={doing.busy}
              // Not disabled: a button that the focus waits on must be there to be focused.
              aria-disabled={missing || undefined}
              data-disabled={missing || undefined}
              {...arming(armed)}
            >
              {confirm}
              <Kbd ml={8} size="xs">
                Ctrl Enter
              </Kbd>
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

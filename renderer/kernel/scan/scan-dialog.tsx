// The camera's picture with a frame to hold the code in, the light, and a field for what can't be read.
import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconBulb, IconBulbOff, IconCameraOff } from "@tabler/icons-react";
import { type FormEvent, useEffect, useState } from "react";
import { Dialog } from "../form/dialog.tsx";
import { useWords } from "../i18n/index.ts";
import { Trouble } from "../trouble.tsx";
import classes from "./scan-dialog.module.css";
import { endScan, type ScanRequest } from "./scanning.ts";
import { useScanner } from "./use-scanner.ts";

/** Felt where the device can: the eyes are on the code. */
const VIBRATE_MS = 60;

/** On a phone the keyboard would cover the picture; where there are real keys, a reader that types answers here, too. */
const hasKeys = () => window.matchMedia("(pointer: fine)").matches;

/** Esc is this dialog's alone: one that is open below it stays. */
const OURS = { "data-mantine-stop-propagation": true } as const;

export function ScanDialog({ title, onFound }: ScanRequest) {
  const t = useWords();
  const [typed, setTyped] = useState("");
  const [lit, setLit] = useState(false);
  const done = (text: string) => {
    endScan();
    onFound(text);
  };
  const scanner = useScanner((text) => {
    navigator.vibrate?.(VIBRATE_MS);
    done(text);
  });
  const { trouble, torch } = scanner;

  // The phone goes back into the pocket: nothing looks on.
  useEffect(() => {
    const leave = () => document.hidden && endScan();
    document.addEventListener("visibilitychange", leave);
    return () => document.removeEventListener("visibilitychange", leave);
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = typed.trim();
    if (text !== "") done(text);
  };
  const switchLight = () => {
    torch?.(!lit).then(
      () => setLit(!lit),
      () => undefined, // The light is in use elsewhere: the picture is there all the same.
    );
  };

  return (
    <Dialog
      opened
      onClose={endScan}
      title={title ?? t("scan.action")}
      size="md"
      closeButtonProps={{ "aria-label": t("action.close"), ...OURS }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        endScan();
      }}
    >
      <Stack gap="sm">
        <div className={classes.frame} hidden={trouble !== null || scanner.failure !== null}>
          <video
            ref={scanner.video}
            muted
            playsInline
            className={classes.picture}
            aria-label={t("scan.picture")}
          />
          <div className={classes.aim} aria-hidden />
        </div>
        {trouble ? (
          <Alert color="orange" icon={<IconCameraOff size={18} />} role="alert">
            <Text fz="sm">{t(`scan.trouble.${trouble}`)}</Text>
          </Alert>
        ) : (
          <Text fz="sm" c="dimmed" role="status">
            {t("scan.hint")}
          </Text>
        )}
        <Trouble error={scanner.failure} />
        <form onSubmit={submit}>
          <TextInput
            {...OURS}
            label={t("scan.typed")}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            data-autofocus={hasKeys() || undefined}
          />
        </form>
        <Group justify="flex-end" gap="xs">
          {torch ? (
            <Button
              {...OURS}
              variant="default"
              aria-pressed={lit}
              leftSection={lit ? <IconBulbOff size={18} aria-hidden /> : <IconBulb size={18} aria-hidden />}
              onClick={switchLight}
            >
              {t(lit ? "scan.dark" : "scan.light")}
            </Button>
          ) : null}
          {trouble || scanner.failure ? (
            <Button {...OURS} variant="default" onClick={scanner.again}>
              {t("action.again")}
            </Button>
          ) : null}
          <Button {...OURS} variant="default" data-autofocus={!hasKeys() || undefined} onClick={endScan}>
            {t("action.cancel")}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

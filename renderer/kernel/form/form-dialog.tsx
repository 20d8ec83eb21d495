// The dialog around a form: Esc, the cross, Cancel and the browser's way back never throw away what was typed without asking.
import { Button, Group, Stack, Text } from "@mantine/core";
import { createContext, type ReactNode, useContext, useLayoutEffect, useRef, useState } from "react";
import { useWords } from "../i18n/index.ts";
import { Dialog } from "./dialog.tsx";
import { useUnsavedGuard } from "./use-unsaved-guard.ts";

interface Leaving {
  /** Closes, or asks first where something was typed. */
  leave(): void;
  setUnsaved(unsaved: boolean): void;
}

const LeavingContext = createContext<Leaving>({ leave: () => {}, setUnsaved: () => {} });

/** Closes the form's dialog, after asking where something is unsaved: what Cancel does. */
const useLeave = () => useContext(LeavingContext).leave;

/** Tells the dialog around this form whether closing it would lose something. */
export function useUnsaved(unsaved: boolean): void {
  const { setUnsaved } = useContext(LeavingContext);
  // Before the next key can come.
  useLayoutEffect(() => {
    setUnsaved(unsaved);
    return () => setUnsaved(false);
  }, [unsaved, setUnsaved]);
}

/** For a form that is drawn by the dialog's own owner. */
export function Unsaved({ when }: { when: boolean }) {
  useUnsaved(when);
  return null;
}

/** Leaves the form, after asking where something is unsaved. */
export function CancelForm() {
  const t = useWords();
  const leave = useLeave();
  return (
    <Button variant="default" onClick={leave}>
      {t("action.cancel")}
    </Button>
  );
}

interface FormDialogProps {
  opened: boolean;
  title: ReactNode;
  size?: string | number;
  /** Closes it for good: called when nothing was typed, or it may be thrown away. */
  onClose: () => void;
  children: ReactNode;
}

export function FormDialog({ opened, title, size, onClose, children }: FormDialogProps) {
  const t = useWords();
  const unsaved = useRef(false);
  const [asking, setAsking] = useState(false);
  const current = useRef(() => {});
  const [leaving] = useState<Leaving>(() => ({
    leave: () => current.current(),
    setUnsaved: (next) => {
      unsaved.current = next;
      // What is on its way asks nothing any more.
      if (!next) setAsking(false);
    },
  }));
  const leave = () => (unsaved.current ? setAsking(true) : onClose());
  current.current = leave;
  useUnsavedGuard(() => unsaved.current, leave);
  const throwAway = () => {
    setAsking(false);
    onClose();
  };
  return (
    <LeavingContext value={leaving}>
      <Dialog opened={opened} onClose={leave} size={size} title={title} closeOnEscape={!asking}>
        {children}
      </Dialog>
      <Dialog
        opened={opened && asking}
        onClose={() => setAsking(false)}
        size="sm"
        title={t("form.leave")}
        // The key press that opened it would close it again where nothing is animated.
        closeOnEscape={false}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.stopPropagation();
          setAsking(false);
        }}
      >
        <Stack gap="md">
          <Text fz="sm">{t("form.leave_text")}</Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={throwAway}>
              {t("form.throw_away")}
            </Button>
            <Button data-autofocus onClick={() => setAsking(false)}>
              {t("form.stay")}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </LeavingContext>
  );
}

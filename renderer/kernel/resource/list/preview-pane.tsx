// A preview of the focused row beside its list: on screens wide enough that nothing of the list is lost by it.
import { Box, Button, Kbd, Paper } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useDeferredValue, useMemo, useState } from "react";
import { useWords } from "../../i18n/index.ts";

/** From this width of the window on. */
const WIDE = "(min-width: 1600px)";
const WIDTH = 440;

/** The row that is shown beside the list: the one stood on last, else the first; null where there is no pane. */
export function useBeside<T extends { readonly id: string }>(rows: readonly T[], wanted: boolean) {
  const wide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false });
  const [at, setAt] = useState<string | null>(null);
  // A held arrow goes down the list; the pane follows where it rests.
  const seen = useDeferredValue(at);
  const beside = wanted && wide;
  const record = useMemo(
    () => (beside ? (rows.find(({ id }) => id === seen) ?? rows[0] ?? null) : null),
    [beside, rows, seen],
  );
  return { record, onCurrent: beside ? ({ id }: T) => setAt(id) : undefined };
}

interface PreviewPaneProps {
  children: ReactNode;
  onOpen: () => void;
}

export function PreviewPane({ children, onOpen }: PreviewPaneProps) {
  const t = useWords();
  return (
    <Paper
      component="aside"
      aria-label={t("list.preview")}
      p="md"
      w={WIDTH}
      style={{ flex: "none", overflowY: "auto" }}
      data-testid="preview"
    >
      {children}
      <Box mt="md">
        <Button
          variant="default"
          size="compact-sm"
          onClick={onOpen}
          rightSection={<Kbd size="xs">Enter</Kbd>}
        >
          {t("list.preview_open")}
        </Button>
      </Box>
    </Paper>
  );
}

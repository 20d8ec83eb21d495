// A list on a phone: a card for each record, as tall as what it says, and none of it cut.
import { Box, Button, Stack } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useWords } from "../../i18n/index.ts";

/** So many at a time: a thumb gets no further without asking for something. */
const STEP = 40;

interface CardListProps<T> {
  label: string;
  rows: readonly T[];
  card: (record: T) => ReactNode;
  empty: ReactNode;
  /** Reads on, where not all is here. */
  onEnd: () => void;
}

export function CardList<T extends { readonly id: string }>({
  label,
  rows,
  card,
  empty,
  onEnd,
}: CardListProps<T>) {
  const t = useWords();
  const [shown, setShown] = useState(STEP);
  if (rows.length === 0) return empty;
  const more = () => {
    setShown(shown + STEP);
    if (shown + STEP >= rows.length) onEnd();
  };
  return (
    <Box h="100%" style={{ overflowY: "auto" }}>
      <Stack component="ul" aria-label={label} gap={8} m={0} p={0} style={{ listStyle: "none" }}>
        {rows.slice(0, shown).map((record) => (
          <li key={record.id}>{card(record)}</li>
        ))}
      </Stack>
      {rows.length > shown ? (
        <Button variant="default" fullWidth mt="sm" onClick={more}>
          {t("list.more")}
        </Button>
      ) : null}
    </Box>
  );
}

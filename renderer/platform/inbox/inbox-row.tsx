// One item of the Inbox: what it is, who it comes from and since when, and its two keys.
import { Box, Button, Group, Kbd, Paper, Text } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { useNavigate } from "react-router";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { Money } from "../../kernel/screen/parts.tsx";
import { Trouble } from "../../kernel/trouble.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import type { InboxItem, InboxAction } from "./inbox-item.ts";
import classes from "./inbox-row.module.css";

/** Marks the rows, for the arrows. */
export const ROW_MARK = "data-inbox-item";

const KEYS = ["A", "D"] as const;

interface InboxRowProps {
  item: InboxItem;
  onCard: (card: NonNullable<InboxItem["card"]>) => void;
}

export function InboxRow({ item, onCard }: InboxRowProps) {
  const t = useWords();
  const format = useFormat();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<InboxAction | null>(null);
  const doing = useCall(async (act: InboxAction) => {
    await act.run?.();
  });
  const { title, text, amount, who, at, to, card, actions = [] } = item;
  const begin = (act: InboxAction) => {
    if (doing.busy) return;
    if (act.dialog) setAsking(act);
    else void doing.run(act);
  };
  const open = () => {
    if (card) onCard(card);
    else if (to) void navigate(to);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    const act = actions[KEYS.findIndex((key) => event.code === `Key${key}`)];
    if (event.key === "Enter") open();
    else if (act) begin(act);
    else return;
    event.preventDefault();
  };
  const since = format.ago(at);
  return (
    <>
      <Paper
        component="li"
        className={classes.row}
        tabIndex={0}
        onKeyDown={onKeyDown}
        {...{ [ROW_MARK]: item.id }}
      >
        <Box className={classes.words}>
          {to || card ? (
            <button type="button" tabIndex={-1} className={classes.title} onClick={open}>
              {title}
            </button>
          ) : (
            <Text fw={600}>{title}</Text>
          )}
          {text ? (
            <Text fz="sm" lineClamp={2}>
              {text}
            </Text>
          ) : null}
          <Text fz="xs" c="dimmed" title={format.instant(at)}>
            {who ? t("inbox.by", { who, ago: since }) : since}
          </Text>
          <Trouble error={doing.error} />
        </Box>
        {amount ? (
          <Text fw={600} className={classes.amount}>
            <Money value={amount} />
          </Text>
        ) : null}
        {actions.length > 0 ? (
          <Group gap={6} className={classes.actions}>
            {actions.map((act, index) => {
              const Icon = act.icon;
              return (
                <Button
                  key={act.label}
                    size="compact-sm"
                    variant={index === 0 ? "light" : "default"}
                    leftSection={<Icon size={15} aria-hidden />}
                    loading={doing.busy && index === 0}
                                                            aria-keyshortcuts={KEYS[index]}
                    onClick={() => begin(act)}
                  >
                    {act.label}
                    <Kbd ml={6} size="xs" className={classes.key}>
                      {KEYS[index]}
                    </Kbd>
                  </Button>
              );
            })}
          </Group>
        ) : null}
      </Paper>
      {asking?.dialog?.(() => setAsking(null))}
    </>
  );
}

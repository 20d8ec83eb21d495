// What is wrong, by one digit: kind, subject and words of a new ticket are then filled in, and the next Enter sends it.
import { Button, Group, Kbd, Text } from "@mantine/core";
import { type KeyboardEvent, useMemo } from "react";
import { ticket } from "../../shared/helpdesk/index.ts";
import { CATEGORIES } from "../../shared/helpdesk/ticket-category.ts";
import { useResourceWords, useWords } from "../kernel/i18n/index.ts";
import { useRows } from "../kernel/replica-hooks.ts";
import type { NoticeProps } from "../kernel/resource/form/resource-form.tsx";
import { focusNow } from "../kernel/screen/focus-now.ts";

const MOST = 9;

interface Trouble {
  readonly name: string;
  readonly category: string;
  /** The company's own kind; null: it has none. */
  readonly kind: string | null;
}

function useTroubles(): readonly Trouble[] {
  const words = useResourceWords(ticket);
  const own = useRows("ticket_categories");
  return useMemo(() => {
    const kinds = (own ?? []).filter(({ is_active }) => is_active);
    const troubles =
      kinds.length > 0
        ? kinds.map(({ id, name, category }) => ({ name, category, kind: id }))
        : CATEGORIES.map((category) => ({ name: words.choice("category", category), category, kind: null }));
    return troubles.slice(0, MOST);
  }, [own, words]);
}

export function TroubleKeys({ values, onFill }: Pick<NoticeProps, "values" | "onFill">) {
  const t = useWords();
  const troubles = useTroubles();
  const choose = ({ name, category, kind }: Trouble, at: HTMLElement) => {
    // What somebody typed stays; what an earlier digit filled in goes with it.
    const isOurs = (text: unknown) => text === "" || troubles.some((one) => one.name === text);
    onFill({
      category,
      ...(kind === null ? {} : { kind }),
      ...(isOurs(values.subject) ? { subject: name } : {}),
      ...(isOurs(values.description) ? { description: name } : {}),
    });
    at.closest("form")?.querySelector<HTMLElement>("[type=submit]")?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const chosen = troubles[Number(/^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1] ?? 0) - 1];
    if (!chosen) return;
    event.preventDefault();
    choose(chosen, event.currentTarget);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: digits of the buttons inside
    <div onKeyDown={onKeyDown}>
      <Text fz="sm" fw={500} mb={6}>
        {t("ticket.what_is_wrong")}
      </Text>
      <Group gap={6} role="group" aria-label={t("ticket.what_is_wrong")}>
        {troubles.map((trouble, index) => (
          <Button
            key={trouble.kind ?? trouble.category}
            size="compact-sm"
            variant={values.subject === trouble.name ? "light" : "default"}
            aria-pressed={values.subject === trouble.name}
            aria-keyshortcuts={String(index + 1)}
            ref={index === 0 ? focusNow : undefined}
            data-autofocus={index === 0 || undefined}
            leftSection={<Kbd size="xs">{index + 1}</Kbd>}
            onClick={(event) => choose(trouble, event.currentTarget)}
          >
            {trouble.name}
          </Button>
        ))}
      </Group>
    </div>
  );
}

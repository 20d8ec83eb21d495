// A router's state in a word with its icon, and what went wrong last.

import { Badge, Text } from "@mantine/core";
import { IconCircleCheck, IconCircleMinus, IconCircleX, IconHelpCircle } from "@tabler/icons-react";
import { type Router, router as routerResource } from "../../../shared/network/index.ts";
import { resourceWords, useWords } from "../../kernel/i18n/index.ts";

export type RouterCondition = Router["status"] | "NOT_IN_USE";

/** What a router is to the people who run it: one that is not in use has no other state. */
const conditionOf = (router: Pick<Router, "status" | "is_active">): RouterCondition =>
  router.is_active ? router.status : "NOT_IN_USE";

const LOOKS = {
  ONLINE: { icon: IconCircleCheck, color: "green" },
  OFFLINE: { icon: IconCircleX, color: "red" },
  UNKNOWN: { icon: IconHelpCircle, color: "gray" },
  NOT_IN_USE: { icon: IconCircleMinus, color: "gray" },
} as const;

export function RouterState({ router }: { router: Pick<Router, "status" | "is_active"> }) {
  const t = useWords();
  const condition = conditionOf(router);
  const { icon: Icon, color } = LOOKS[condition];
  return (
    <Badge color={color} leftSection={<Icon size={14} aria-hidden />}>
      {condition === "NOT_IN_USE"
        ? t("net.not_in_use")
        : resourceWords(routerResource, t.language).choice("status", condition)}
    </Badge>
  );
}

/** Words first, the code small behind them; as much as two lines of a row hold, in full when pointed at. */
export function ErrorWords({ text, code }: { text: string | null; code?: string | null }) {
  if (!text) return null;
  return (
    <Text
      fz="sm"
      lh={1.2}
      lineClamp={2}
      c="var(--mantine-color-error)"
      title={text}
      style={{ whiteSpace: "normal" }}
    >
      {text}
      {code ? (
        <Text span fz="xs" c="dimmed" ml={6}>
          {code}
        </Text>
      ) : null}
    </Text>
  );
}

// What a check of a router found, on its page: what is missing in plain words, the user's rights, the sensors.
import { List, Text } from "@mantine/core";
import type { Router } from "../../../shared/network/index.ts";
import { useWords } from "../../kernel/i18n/index.ts";

function Missing({ missing }: Pick<Router, "missing">) {
  const t = useWords();
  if (missing === null) return "—";
  if (missing.length === 0) return t("net.setup.in_order");
  return (
    <List size="sm" withPadding={false}>
      {missing.map((code) => (
        <List.Item key={code}>{t(`net.setup.${code}`)}</List.Item>
      ))}
    </List>
  );
}

function Health({ health }: Pick<Router, "health">) {
  if (health === null || health.length === 0) return "—";
  return (
    <List size="sm" withPadding={false} listStyleType="none">
      {health.map(({ name, value, type }) => (
        <List.Item key={name}>
          <Text span fz="sm" c="dimmed">
            {name}
          </Text>{" "}
          {[value, type].filter(Boolean).join(" ")}
        </List.Item>
      ))}
    </List>
  );
}

export const SETUP_CELLS = {
  missing: (router: Router) => <Missing {...router} />,
  rights: ({ rights }: Router) => rights?.join(", ") || "—",
  health: (router: Router) => <Health {...router} />,
};

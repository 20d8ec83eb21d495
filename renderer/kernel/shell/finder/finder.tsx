// Search over everything, under `/` and Ctrl+K: records of this computer, and what can be done.
import type { PermissionCode } from "../../../../shared/kernel/registry.ts";
import "@mantine/spotlight/styles.css";
import { Spotlight, type SpotlightActionGroupData } from "@mantine/spotlight";
import { IconSearch, type TablerIcon } from "@tabler/icons-react";
import { useLayoutEffect, useState } from "react";
import { useNavigate } from "react-router";
import { type Key, useWords } from "../../i18n/index.ts";
import { permitted, type Screen, screenName } from "../../screen/screens.ts";
import { useSession } from "../../session/session-store.ts";
import classes from "./finder.module.css";
import { FINDER_FIELD, takeHeldKeys } from "./open-finder.ts";

const LIMIT = 8;

/** Something to do that is no screen of its own. */
export interface FinderEntry {
  readonly id: string;
  readonly label: Key;
  readonly icon: TablerIcon;
  readonly permission: PermissionCode;
  /** Address of where it is done. */
  readonly to: string;
}

interface FinderProps {
  readonly screens: readonly Screen[];
  readonly entries: readonly FinderEntry[];
  /** A hook: the records that answer to the words, ready to be shown and opened. */
  readonly useFound: (query: string, limit: number) => SpotlightActionGroupData;
}

export function Finder({ screens, entries, useFound }: FinderProps) {
  const t = useWords();
  const navigate = useNavigate();
  const can = useSession((session) => session.can);
  const [query, setQuery] = useState("");
  useLayoutEffect(() => {
    const typed = takeHeldKeys();
    if (typed !== null) setQuery(typed);
  }, []);
  const found = useFound(query, LIMIT);
  const words = query.trim().toLowerCase();
  const matches = (text: string) => text.toLowerCase().includes(words);

  const doings = [
    ...entries.map(({ id, label, icon: Icon, permission, to }) => ({
      id,
      label: t(label),
      leftSection: <Icon size={18} />,
      shown: can(permission),
      onClick: () => navigate(to),
    })),
    ...permitted(screens, can).flatMap(({ path, nav }) =>
      nav
        ? [
            {
              id: path,
              label: screenName(nav.label, t),
              leftSection: <nav.icon size={18} />,
              shown: true,
              onClick: () => navigate(`/${path}`),
            },
          ]
        : [],
    ),
  ];
  const actions: SpotlightActionGroupData = {
    group: t("finder.actions"),
    actions: doings
      .filter(({ shown, label }) => shown && matches(label))
      .map(({ shown: _, ...action }) => action),
  };
  return (
    <Spotlight
      actions={[found, actions].filter((group) => group.actions.length > 0)}
      query={query}
      onQueryChange={setQuery}
      filter={(_query, all) => all}
      attributes={{ content: { "aria-label": t("shell.search") } }}
      // openFinder() gives the keys; nothing moves in, so that the field is there at once.
      shortcut={null}
      transitionProps={{ duration: 0 }}
      classNames={{ action: classes.action }}
      nothingFound={t("finder.nothing")}
      searchProps={{
        leftSection: <IconSearch size={18} />,
        id: FINDER_FIELD,
        placeholder: t("shell.search"),
        "aria-label": t("shell.search"),
      }}
    />
  );
}

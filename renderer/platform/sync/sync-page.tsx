// Sync: what is local and how old, what still has to leave, and what people have to decide.
import { Badge, Tabs } from "@mantine/core";
import { useSearchParams } from "react-router";
import { useConnection } from "../../kernel/connection/connection.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useRows } from "../../kernel/replica-hooks.ts";
import { Page } from "../../kernel/screen/parts.tsx";
import classes from "../../kernel/screen/tabbed-page.module.css";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { OutboxTab } from "./outbox-tab.tsx";
import { OverviewTab } from "./overview-tab.tsx";
import type { AssignSuspenseDialog } from "./review-rows.ts";
import { ReviewTab } from "./review-tab.tsx";

const TABS = ["overview", "outbox", "review"] as const;

/** A count beside a tab's name; nothing where there is nothing. */
function count(n: number, color: string, text: string) {
  if (n === 0) return undefined;
  return (
    <Badge size="sm" color={color} className="figures">
      {text}
    </Badge>
  );
}

export function SyncPage(parts: { AssignSuspense: AssignSuspenseDialog }) {
  const t = useWords();
  const [place, setPlace] = useSearchParams();
  const format = useFormat();
  const { waiting, need_you } = useConnection();
  const todo = waiting + need_you;
  const maySee = useSession((session) => session.can)("platform.review_item.view");
  const open = useRows("review_items", maySee ? { selector: { status: "OPEN" } } : null) ?? [];
  const tab = TABS.find((name) => name === place.get("tab")) ?? (need_you > 0 ? "outbox" : "overview");
  return (
    <Page title={t("nav.sync")} subtitle={t("sync.subtitle")} fill>
      <Tabs
        value={tab}
        onChange={(value) => setPlace({ tab: value ?? "overview" }, { replace: true })}
        className={classes.tabs}
      >
        <Tabs.List>
          <Tabs.Tab value="overview">{t("sync.overview")}</Tabs.Tab>
          <Tabs.Tab
            value="outbox"
            rightSection={count(todo, need_you > 0 ? "red" : "blue", format.number(todo))}
          >
            {t("sync.outbox")}
          </Tabs.Tab>
          {maySee ? (
            <Tabs.Tab value="review" rightSection={count(open.length, "orange", format.number(open.length))}>
              {t("sync.review")}
            </Tabs.Tab>
          ) : null}
        </Tabs.List>
        <Tabs.Panel value="overview" className={classes.panel}>
          <OverviewTab />
        </Tabs.Panel>
        <Tabs.Panel value="outbox" className={classes.panel}>
          <OutboxTab {...parts} />
        </Tabs.Panel>
        {maySee ? (
          <Tabs.Panel value="review" className={classes.panel}>
            <ReviewTab {...parts} />
          </Tabs.Panel>
        ) : null}
      </Tabs>
    </Page>
  );
}

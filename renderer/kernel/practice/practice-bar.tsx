// The band on every page in practice, and the frame that is seen around dialogs, too.
import { Button, Portal, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconRefresh, IconSchool } from "@tabler/icons-react";
import { useLocation, useNavigate } from "react-router";
import { useCall } from "../connection/use-connection.ts";
import { useWords } from "../i18n/index.ts";
import { usePageActions } from "../page-actions/page-actions.ts";
import { beginPractice, leavePractice } from "./practice.ts";
import classes from "./practice-bar.module.css";
import { usePractice } from "./practising.ts";

export function PracticeBar() {
  const t = useWords();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const from = usePractice((practice) => practice.from);
  const again = useCall(() => beginPractice(pathname));
  const leave = () => {
    leavePractice();
    notifications.show({ color: "green", message: t("practice.left") });
    void navigate(from, { replace: true });
  };
  usePageActions([
    { id: "leave-practice", label: t("practice.leave"), icon: IconSchool, run: leave },
    { id: "practice-again", label: t("practice.again"), icon: IconRefresh, run: () => void again.run() },
  ]);
  return (
    <>
      <section className={classes.band} aria-label={t("practice.label")} data-testid="practice">
        <IconSchool size={20} aria-hidden className={classes.icon} />
        <Text className={classes.words} role="status">
          <b>{t("practice.band")}</b> <span className={classes.more}>{t("practice.hint")}</span>
        </Text>
        <Button
          size="xs"
          variant="outline"
          className={classes.button}
          data-more
          onClick={() => void again.run()}
          loading={again.busy}
        >
          {t("practice.again")}
        </Button>
        <Button size="xs" className={classes.button} data-leave onClick={leave}>
          {t("practice.leave")}
        </Button>
      </section>
      <Portal>
        <div className={classes.frame} aria-hidden>
          <span>{t("practice.label")}</span>
        </div>
      </Portal>
    </>
  );
}

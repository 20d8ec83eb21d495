// Short notices at the edge of the window; what is said before they are loaded waits for them.
import "@mantine/notifications/styles.css";
import { MantineThemeProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { useMemo } from "react";
import { useWords } from "../i18n/index.ts";

export function Notices() {
  const t = useWords();
  const theme = useMemo(() => {
    const closeButtonProps = { "aria-label": t("action.close") };
    return { components: { Notification: { defaultProps: { closeButtonProps } } } };
  }, [t]);
  return (
    <MantineThemeProvider inherit theme={theme}>
      <Notifications position="bottom-right" />
    </MantineThemeProvider>
  );
}

// Short notices at the edge of the window; what is said before they are loaded waits for them.
import "@mantine/notifications/styles.css";
import { Notifications } from "@mantine/notifications";

export function Notices() {
  return <Notifications position="bottom-right" />;
}

// What an order to a device does to people's lines, said before it is given.
import { Text } from "@mantine/core";
import { useWords } from "../kernel/i18n/index.ts";

export function KickWarning() {
  return <Text fz="sm">{useWords()("net.session.kick_text")}</Text>;
}

export function RebootWarning() {
  return <Text fz="sm">{useWords()("net.reboot_text")}</Text>;
}

export function OnuRebootWarning() {
  return <Text fz="sm">{useWords()("onu.reboot_text")}</Text>;
}

// What waits on this device, as a sentence: "9 reports and 4 photos wait, safe on this phone". Pure but for the look at the device.
import { notifications } from "@mantine/notifications";
import { type Connection, lineNow } from "../../connection/connection.ts";
import type { Translate } from "../../i18n/index.ts";

/** Whether it is held in a hand rather than sat before. */
export const isPhone = () => window.matchMedia("(pointer: coarse) and (max-width: 48em)").matches;

/** Null where nothing waits. */
export function waitingWords(
  { waiting, photos }: Pick<Connection, "waiting" | "photos">,
  t: Translate,
  on_phone: boolean,
): string | null {
  const parts = [
    ...(waiting > 0 ? [t("wait.reports", { count: waiting })] : []),
    ...(photos > 0 ? [t("wait.photos", { count: photos })] : []),
  ];
  const [first, second] = parts;
  if (first === undefined) return null;
  const what = second === undefined ? first : t("wait.both", { first, second });
  return t(on_phone ? "wait.safe_on_phone" : "wait.safe_here", { what, count: waiting + photos });
}

/** Says at a sign-out what stays behind, and that it is not lost. */
export function sayWhatStays(t: Translate): void {
  const what = waitingWords(lineNow(), t, isPhone());
  if (what === null) return;
  notifications.show({ color: "blue", message: `${what}. ${t("wait.later")}`, autoClose: 15_000 });
}

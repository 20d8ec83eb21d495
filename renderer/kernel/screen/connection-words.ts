// What the header says about the line, as words and colour. Pure.
import type { Connection } from "../connection.ts";
import type { Translate } from "../i18n/index.ts";

export interface ConnectionWords {
  /** `On-line`, `Offline since 14:05 · 7 waiting`, `2 need you`. */
  readonly text: string;
  readonly color: "green" | "gray" | "orange" | "red" | "blue";
}

/** @param timeOf writes an instant as a time of day. */
export function connectionWords(
  connection: Connection,
  t: Translate,
  timeOf: (instant: string) => string,
): ConnectionWords {
  const parts: string[] = [];
  let color: ConnectionWords["color"] = "green";
  switch (connection.state) {
    case "online":
      parts.push(t("line.online"));
      break;
    case "connecting":
      parts.push(t("line.connecting"));
      color = "blue";
      break;
    case "offline":
      parts.push(t("line.offline", { time: timeOf(connection.since) }));
      color = "orange";
      break;
    case "signed-out":
      parts.push(t("line.signed_out"));
      color = "orange";
      break;
    case "revoked":
      parts.push(t("line.revoked"));
      color = "red";
      break;
  }
  if (connection.waiting > 0) parts.push(t("line.waiting", { count: connection.waiting }));
  if (connection.need_you > 0) {
    parts.push(t("line.need_you", { count: connection.need_you }));
    color = "red";
  }
  return { text: parts.join(" · "), color };
}

// What the header says about the connection, as words and colour. Pure.
import type { Connection } from "../connection/connection.ts";
import type { Translate } from "../i18n/index.ts";
import { durationText } from "../money-format.ts";
import { waitingWords } from "./phone/waiting-words.ts";

export interface ConnectionWords {
  /** `Online`, `Offline since 14:05 · 7 waiting`, `2 waiting for you`. */
  readonly text: string;
  readonly color: "green" | "gray" | "orange" | "red" | "blue";
}

/** A clock that is wrong by more than this makes the server doubt what was done when (contract §5.6). */
const CLOCK_MS = 5 * 60_000;

/**
 * @param timeOf writes an instant as a time of day.
 * @param on_phone Whether there is little room.
 * @param others Commands of this computer's other accounts that were not handed in yet.
 */
export function connectionWords(
  connection: Connection,
  t: Translate,
  timeOf: (instant: string) => string,
  others = 0,
  on_phone = false,
): ConnectionWords {
  const parts: string[] = [];
  let color: ConnectionWords["color"] = "green";
  switch (connection.state) {
    case "online":
      parts.push(t(connection.problem ? "line.not_in_sync" : connection.late ? "line.late" : "line.online"));
      if (connection.problem) color = "orange";
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
    case "ended":
      parts.push(t("line.ended"));
      color = "red";
      break;
    case "practice":
      parts.push(t("line.practice"));
      color = "blue";
      break;
    case "store-gone":
      parts.push(t("line.store_gone"));
      color = "red";
      break;
    case "incompatible": {
      const older = connection.problem?.code === "SERVER_TOO_OLD";
      parts.push(t(older ? "line.incompatible_server" : "line.incompatible_app"));
      color = "orange";
      break;
    }
  }
  if (connection.disk_full) {
    parts.push(t("line.disk_full"));
    color = "red";
  }
  const { waiting, photos } = connection;
  // On a phone the bar below the header says the whole sentence.
  if (on_phone && waiting + photos > 0) parts.push(t("line.count", { count: waiting + photos }));
  else if (photos > 0) parts.push(waitingWords(connection, t, false) ?? "");
  else if (connection.waiting > 0) parts.push(t("line.waiting", { count: connection.waiting }));
  if (connection.need_you > 0) {
    parts.push(t("line.need_you", { count: connection.need_you }));
    color = "red";
  }
  if (others > 0) {
    parts.push(t("line.others_waiting", { count: others }));
    if (color === "green") color = "orange";
  }
  const wrong = connection.clock_ahead_ms ?? 0;
  if (Math.abs(wrong) > CLOCK_MS) {
    const lag = durationText(Math.abs(wrong) / 1_000, t.language);
    parts.push(t(wrong > 0 ? "line.clock_ahead" : "line.clock_behind", { lag }));
    color = "red";
  }
  return { text: parts.join(" · "), color };
}

// What the list of sessions shows beyond plain fields: how long, how fast, how old that is.
import type { UserSession } from "../../../shared/network/index.ts";
import { bytesText, durationText, rateText } from "../../kernel/money-format.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { sessionSeconds } from "./session-age.ts";

function Uptime({ session }: { session: UserSession }) {
  const { locale } = useFormat();
  return <span className="figures">{durationText(sessionSeconds(session, new Date()), locale)}</span>;
}

function Rate({ bps }: { bps: number | null }) {
  const { locale } = useFormat();
  return <span className="figures">{rateText(bps, locale)}</span>;
}

function Bytes({ count }: { count: number }) {
  const { locale } = useFormat();
  return <span className="figures">{bytesText(count, locale)}</span>;
}

function Seen({ at }: { at: string }) {
  const format = useFormat();
  return <span title={format.instant(at)}>{format.ago(at)}</span>;
}

export const SESSION_CELLS = {
  uptime_seconds: (session: UserSession) => <Uptime session={session} />,
  rate_in_bps: ({ rate_in_bps }: UserSession) => <Rate bps={rate_in_bps} />,
  rate_out_bps: ({ rate_out_bps }: UserSession) => <Rate bps={rate_out_bps} />,
  bytes_in: ({ bytes_in }: UserSession) => <Bytes count={bytes_in ?? 0} />,
  bytes_out: ({ bytes_out }: UserSession) => <Bytes count={bytes_out ?? 0} />,
  observed_at: ({ observed_at }: UserSession) => <Seen at={observed_at} />,
};

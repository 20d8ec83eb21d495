// What is not known yet, told apart from what is not there: while this computer is being filled, nothing is zero.
import { Skeleton } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { useConnection } from "../connection/connection.ts";
import { useWords } from "../i18n/index.ts";
import { useObservable, useReplica } from "../replica-hooks.ts";
import { Nothing } from "./parts.tsx";

/** Whether records may still be on their way here for the first time, also when the line was cut in the middle. */
export function useArriving(): boolean {
  const replica = useReplica();
  const { phase } = useObservable(replica.progress$);
  const never = useConnection(({ last_in_sync_at }) => last_in_sync_at === null);
  return phase !== "ready" || never;
}

/** A figure that is shown once it is known. */
export function Known({ width, children }: { width: number; children: ReactNode }) {
  const t = useWords();
  const arriving = useArriving();
  if (!arriving) return children;
  return <Skeleton h="1em" w={width} role="img" aria-label={t("takings.arriving")} display="inline-block" />;
}

/** What is worth something only as a whole, as sums and a day's plan are: shown once everything has arrived. */
export function WhenHere({
  icon,
  children,
}: Pick<ComponentProps<typeof Nothing>, "icon"> & { children: ReactNode }) {
  return useArriving() ? <NothingHere icon={icon} title="" /> : children;
}

/** An empty place, which says that it is empty only when everything has arrived. */
export function NothingHere(props: ComponentProps<typeof Nothing>) {
  const t = useWords();
  const arriving = useArriving();
  if (!arriving) return <Nothing {...props} />;
  return <Nothing icon={props.icon} title={t("takings.arriving")} hint={t("arriving.hint")} />;
}

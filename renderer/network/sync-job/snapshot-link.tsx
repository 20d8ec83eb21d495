// What a router held before a job wrote to it, to be saved as a file.
import { Anchor, Group } from "@mantine/core";
import type { NetworkSyncJob } from "../../../shared/network/index.ts";
import { useCall, useOnline } from "../../kernel/connection/use-connection.ts";
import { saveFile } from "../../kernel/desktop-bridge.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useReplica, useRows } from "../../kernel/replica-hooks.ts";
import { Fact, Trouble } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";

type Job = Pick<NetworkSyncJob, "id" | "snapshot_at">;

/** When the copy was kept; people who may sync the router can save it. */
export function SnapshotLink({ job: { id, snapshot_at } }: { job: Job }) {
  const t = useWords();
  const format = useFormat();
  const online = useOnline();
  const may = useSession((session) => session.can("network.router.sync"));
  const { client } = useReplica();
  const saving = useCall(async () => {
    const file = await client.file(`/api/v1/network-sync-jobs/${id}/snapshot/`);
    await saveFile(`router-${snapshot_at?.slice(0, 10)}.rsc`, file, "text/plain;charset=utf-8");
  });
  if (snapshot_at === null) return null;
  const time = <span className="figures">{format.instant(snapshot_at)}</span>;
  if (!may) return time;
  return (
    <Group gap="xs">
      {time}
      <Anchor
        component="button"
        type="button"
        fz="sm"
        disabled={!online || saving.busy}
        onClick={() => void saving.run()}
      >
        {t("net.snapshot.save")}
      </Anchor>
      <Trouble error={saving.error} />
    </Group>
  );
}

/** What was on the router before the product first wrote to it: that copy stays for good. */
export function FirstSnapshot({ router }: { router: string }) {
  const t = useWords();
  const kept = useRows("network_sync_jobs", {
    selector: { router, snapshot_at: { $gt: "" } },
    sort: [{ router: "asc" }, { created_at: "asc" }],
    limit: 1,
  });
  const [job] = kept ?? [];
  if (!job) return null;
  return (
    <Fact label={t("net.snapshot.first")}>
      <SnapshotLink job={job} />
    </Fact>
  );
}

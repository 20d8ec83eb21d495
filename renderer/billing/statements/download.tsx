// A file that the server makes, behind a button: a report, a statement, a credit note.
import { Button } from "@mantine/core";
import { IconDownload, IconFileTypePdf } from "@tabler/icons-react";
import { useCall, useOnline } from "../../kernel/connection/use-connection.ts";
import { saveFile } from "../../kernel/desktop-bridge.ts";
import { useReplica } from "../../kernel/replica-hooks.ts";
import { Trouble } from "../../kernel/trouble.tsx";

const TYPES = { csv: "text/csv;charset=utf-8", pdf: "application/pdf" } as const;

interface DownloadProps {
  /** Begins with "/api/v1/"; null: it can't be asked for as it stands. */
  path: string | null;
  /** Without its ending. */
  fileName: string;
  type: keyof typeof TYPES;
  label: string;
  size?: "xs" | "sm";
}

export function Download({ path, fileName, type, label, size = "sm" }: DownloadProps) {
  const online = useOnline();
  const { client } = useReplica();
  const Icon = type === "pdf" ? IconFileTypePdf : IconDownload;
  const saving = useCall(async () => {
    if (path === null) return;
    await saveFile(`${fileName}.${type}`, await client.file(path), TYPES[type]);
  });
  return (
    <>
      <Button
        variant="default"
        size={size}
        leftSection={<Icon size={16} aria-hidden />}
        loading={saving.busy}
        disabled={!online || path === null}
        onClick={() => void saving.run()}
      >
        {label}
      </Button>
      <Trouble error={saving.error} />
    </>
  );
}

// What was done to a record, on its page: asked for on demand.
import { Button, Stack } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useState } from "react";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { useWords } from "../../i18n/index.ts";
import { useHistory } from "../pages.ts";

export function History({ resource, id }: { resource: Resource; id: string }) {
  const t = useWords();
  const history = useHistory(resource);
  const [open, setOpen] = useState(false);
  if (!history) return null;
  return (
    <Stack gap="xs">
      <Button
        variant="subtle"
        size="compact-sm"
        style={{ alignSelf: "flex-start" }}
        leftSection={<IconHistory size={16} aria-hidden />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {t("record.history")}
      </Button>
      {open ? history.list(id) : null}
    </Stack>
  );
}

// A new company made by hand, from the console's list.
import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { CompanyForm } from "../identity/first-day/company-form.tsx";
import { usePlatform } from "../identity/first-day/open-console.ts";
import { Dialog } from "../kernel/form/dialog.tsx";
import { useWords } from "../kernel/i18n/index.ts";

export function NewCompany() {
  const t = useWords();
  const platform = usePlatform((state) => state.platform);
  const [making, setMaking] = useState(false);
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
        {t("first.another")}
      </Button>
      {making && platform ? (
        <Dialog opened onClose={() => setMaking(false)} size={660} title={t("first.title")}>
          <CompanyForm platform={platform} onCancel={() => setMaking(false)} />
        </Dialog>
      ) : null}
    </>
  );
}

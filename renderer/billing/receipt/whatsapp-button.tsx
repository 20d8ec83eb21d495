// The receipt to the customer's WhatsApp: the desktop app, which opens no other page, hands this address to the computer's
// own browser. Without a line its words are copied, to be pasted there.
import { Button, Kbd } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconBrandWhatsapp } from "@tabler/icons-react";
import { columnsOfPaper } from "../../../shared/billing/documents/receipt-words.ts";
import { useCall, useOnline } from "../../kernel/connection/use-connection.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { Trouble } from "../../kernel/trouble.tsx";
import { internationalPhone } from "../../subscribers/index.ts";
import type { PrintedReceipt } from "./use-printed.ts";
import { receiptMessage, whatsappAddress } from "./whatsapp.ts";

export function useWhatsapp(phone: string, { lines, paper }: PrintedReceipt) {
  const t = useWords();
  const online = useOnline();
  const country = useSession(({ identity }) => identity?.settings.phone_country);
  return useCall(async () => {
    const message = receiptMessage(lines, columnsOfPaper(paper));
    if (online) {
      const address = whatsappAddress(internationalPhone(phone, String(country ?? "")), message);
      window.open(address, "_blank", "noopener");
      return;
    }
    await navigator.clipboard.writeText(message);
    notifications.show({ color: "green", message: t("receipt.whatsapp_copied", { phone }) });
  });
}

interface WhatsappButtonProps {
  sending: ReturnType<typeof useWhatsapp>;
  /** Where a key does it. */
  hotkey?: string;
}

export function WhatsappButton({ sending, hotkey }: WhatsappButtonProps) {
  const t = useWords();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconBrandWhatsapp size={17} aria-hidden />}
        onClick={() => void sending.run()}
        {...(hotkey ? { "aria-keyshortcuts": hotkey } : {})}
      >
        {t("receipt.whatsapp")}
        {hotkey ? (
          <Kbd ml={8} size="xs">
            {hotkey}
          </Kbd>
        ) : null}
      </Button>
      <Trouble error={sending.error} />
    </>
  );
}

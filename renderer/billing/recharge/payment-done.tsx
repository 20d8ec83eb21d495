// After the money is taken: the receipt, the line, and one key for each thing that comes next.
import { Box, Button, Checkbox, Group, Kbd, Stack, Text } from "@mantine/core";
import { IconArrowBackUp, IconDownload, IconPrinter } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useWords } from "../../kernel/i18n/index.ts";
import { focusNow } from "../../kernel/screen/focus-now.ts";
import { arming, useArmed } from "../../kernel/screen/fresh-keys.ts";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { ConnectionSteps } from "../../network/index.ts";
import { printsByItself, setPrintsByItself } from "../receipt/auto-print.ts";
import { ReceiptPaper, useReceiptActions } from "../receipt/receipt-view.tsx";
import { usePrinted } from "../receipt/use-printed.ts";
import { useWhatsapp, WhatsappButton } from "../receipt/whatsapp-button.tsx";
import { ReverseDialog } from "../reversal/reverse-dialog.tsx";
import { useMayReverse } from "../reversal/use-way.ts";
import type { CustomerAccount } from "../use-customer-money.ts";
import { isLetter, searchNext, usePaymentDialog } from "./recharge-store.ts";
import type { Taken } from "./take-payment.ts";

/** How long a slip of the hand can be undone at once, from the receipt itself. */
const UNDO_MS = 2 * 60_000;

/** Letters of the receipt's own buttons; any other begins the next customer's name. */
const OWN_KEYS: readonly string[] = ["KeyP", "KeyW", "KeyN", "KeyR"];

function useStillFresh(since: string): boolean {
  const [fresh, setFresh] = useState(true);
  useEffect(() => {
    const left = Date.parse(since) + UNDO_MS - Date.now();
    const timer = setTimeout(() => setFresh(false), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [since]);
  return fresh;
}

interface PaymentDoneProps {
  taken: Taken;
  account: CustomerAccount | null;
  onNext: () => void;
}

export function PaymentDone({ taken, account, onNext }: PaymentDoneProps) {
  const t = useWords();
  const company = useSession(({ identity }) => identity?.settings.auto_print_receipts === true);
  const { receipt, reversible } = taken;
  const printed = usePrinted(receipt);
  const { print, save, error } = useReceiptActions(receipt.receipt_number, printed);
  const message = useWhatsapp(account?.customer.phone ?? "", printed);
  // The stroke that took the money must not go on to the next customer, nor a bounce of it.
  const armed = useArmed(receipt.receipt_number);
  const [byItself, setByItself] = useState(() => printsByItself(company));
  const [reversing, setReversing] = useState(false);
  const has_search = usePaymentDialog((state) => state.has_search);
  const begun = useRef(false);
  const fresh = useStillFresh(taken.since);
  const mayReverse =
    useMayReverse()(reversible?.kind ?? "recharge") && fresh && account !== null && reversible !== null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each receipt, as it appears
  useEffect(() => {
    if (begun.current || !byItself) return;
    begun.current = true;
    void print();
  }, []);

  const next = () => {
    if (armed) onNext();
  };
  const printAndNext = async () => {
    if (!armed) return;
    await print();
    onNext();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || reversing) return;
    const isOwn = OWN_KEYS.includes(event.code);
    if (has_search && !isOwn && isLetter(event)) {
      event.preventDefault();
      return searchNext(event.key);
    }
    if (!armed) return;
    if (event.code === "KeyP") void print();
    else if (event.code === "KeyW") void message.run();
    else if (event.code === "KeyN") next();
    else if (event.code === "KeyR" && mayReverse) setReversing(true);
    else return;
    event.preventDefault();
  };
  const withKey = (words: string, key: string) => (
    <>
      {words}
      <Kbd ml={8} size="xs">
        {key}
      </Kbd>
    </>
  );

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons inside, wherever the focus is among them
    <div onKeyDown={onKeyDown}>
      <Group align="flex-start" gap="xl">
        <Box flex="0 0 auto" maw="100%">
          <ReceiptPaper number={receipt.receipt_number} printed={printed} />
        </Box>
        <Stack flex="1 1 14rem" miw={0} gap="sm">
          <Text fw={600}>{t("strip.label")}</Text>
          <ConnectionSteps
            customerId={taken.customer}
            commandId={taken.command}
            since={taken.since}
            needsRouter={taken.needs_router}
            // One who was added here gets the only router that there is at the server.
            hasRouter={account?.customer.version ? account.customer.router !== null : undefined}
          />
        </Stack>
      </Group>
      <Trouble error={error} />
      <Group gap="xs" mt="lg">
        {byItself ? (
          <Button onClick={next} ref={focusNow} data-autofocus {...arming(armed)}>
            {withKey(t("receipt.next"), "Enter")}
          </Button>
        ) : (
          <Button
            leftSection={<IconPrinter size={17} />}
            onClick={() => void printAndNext()}
            ref={focusNow}
            data-autofocus
            {...arming(armed)}
          >
            {withKey(t("receipt.print_next"), "Enter")}
          </Button>
        )}
        <Button variant="default" onClick={() => void print()} aria-keyshortcuts="P">
          {withKey(t("receipt.print"), "P")}
        </Button>
        {byItself ? null : (
          <Button variant="default" onClick={next} aria-keyshortcuts="N">
            {withKey(t("receipt.next"), "N")}
          </Button>
        )}
        <Button variant="default" leftSection={<IconDownload size={17} />} onClick={() => void save()}>
          {t("receipt.save_pdf")}
        </Button>
        <WhatsappButton sending={message} hotkey="W" />
        {mayReverse ? (
          <Button
            variant="default"
            leftSection={<IconArrowBackUp size={16} />}
            onClick={() => setReversing(true)}
            aria-keyshortcuts="R"
          >
            {withKey(t("reverse.action"), "R")}
          </Button>
        ) : null}
        <Checkbox
          ml="auto"
          size="xs"
          label={t("receipt.by_itself")}
          checked={byItself}
          onChange={(event) => {
            setPrintsByItself(event.currentTarget.checked);
            setByItself(event.currentTarget.checked);
          }}
        />
      </Group>
      {reversing && account && reversible ? (
        <ReverseDialog
          account={account}
          target={reversible}
          onClose={() => setReversing(false)}
          onReversed={onNext}
        />
      ) : null}
    </div>
  );
}

// Something of one's own stock is used: scanned, typed or chosen. A piece with a serial number is used at once; of what is
// counted or measured it is asked how much.
import { Box, Button, Group, Stack, Text, TextInput, UnstyledButton } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { usePart } from "../../../shared/store/index.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { useSend } from "../../kernel/expected/use-send.ts";
import { Dialog } from "../../kernel/form/dialog.tsx";
import { useWords } from "../../kernel/i18n/index.ts";
import { typedDecimal } from "../../kernel/money-format.ts";
import { ScanButton } from "../../kernel/scan/scan-button.tsx";
import { Trouble } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import classes from "./held.module.css";
import { matchingParts, type OwnPart, partWithCode, useOwnStock } from "./use-own-stock.ts";

/** Of a large stock so many are shown; more are found by typing. */
const SHOWN = 30;

interface Purpose {
  readonly task?: string;
  readonly customer?: string;
}

function HowMuch({
  of,
  onGiven,
  onBack,
}: {
  of: OwnPart;
  onGiven: (quantity: number) => void;
  onBack: () => void;
}) {
  const t = useWords();
  const format = useFormat();
  const [typed, setTyped] = useState("1");
  const quantity = Number(typedDecimal(typed, format));
  const isRight = quantity > 0 && quantity <= of.held.quantity;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRight) onGiven(quantity);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          data-autofocus
          autoFocus
          label={t("parts.how_much", { name: of.item.name })}
          description={t("parts.have", { n: format.number(of.held.quantity), unit: of.item.unit })}
          value={typed}
          inputMode="decimal"
          autoComplete="off"
          className="figures"
          error={!isRight && typed !== "" ? t("parts.too_much") : undefined}
          rightSectionWidth={48}
          rightSection={
            <Text fz="xs" c="dimmed">
              {of.item.unit}
            </Text>
          }
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onBack}>
            {t("parts.another")}
          </Button>
          <Button type="submit" disabled={!isRight}>
            {t("parts.use")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ChoiceProps {
  readonly parts: readonly OwnPart[];
  readonly at: number;
  readonly onChosen: (part: OwnPart) => void;
}

function Choice({ parts, at, onChosen }: ChoiceProps) {
  const t = useWords();
  const format = useFormat();
  return (
    <Box role="listbox" id="own-parts" aria-label={t("parts.mine")} className={classes.choice}>
      {parts.map((part, index) => (
        <UnstyledButton
          key={part.key}
          id={`part-${part.key}`}
          role="option"
          aria-selected={index === at}
          tabIndex={-1}
          className={classes.part}
          data-active={index === at || undefined}
          onClick={() => onChosen(part)}
        >
          <Text fw={600} className={classes.name}>
            {part.item.name}
          </Text>
          <Text fz="sm" c="dimmed" className="figures">
            {part.serial ?? t("parts.have", { n: format.number(part.held.quantity), unit: part.item.unit })}
          </Text>
        </UnstyledButton>
      ))}
    </Box>
  );
}

export function UsePartDialog({ purpose, onClose }: { purpose: Purpose; onClose: () => void }) {
  const t = useWords();
  const send = useSend();
  const format = useFormat();
  const own = useOwnStock();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const [measured, setMeasured] = useState<OwnPart | null>(null);
  const [unknown, setUnknown] = useState<string | null>(null);
  const use = useCall(async ({ held, item, serial }: OwnPart, quantity: number) => {
    const serials = serial === null ? {} : { serial_numbers: [serial] };
    await send(usePart, { id: held.id, quantity, ...serials, ...purpose });
    const what = `${item.name} · ${serial ?? `${format.number(quantity)} ${item.unit}`}`;
    notifications.show({ color: "green", message: t("parts.used", { what }) });
    onClose();
  });
  const shown = matchingParts(own ?? [], typed).slice(0, SHOWN);
  const choose = (part: OwnPart) => {
    if (part.serial === null) setMeasured(part);
    else void use.run(part, 1);
  };
  /** What a camera or a scanner read, or what was typed: the part of this code, else the only one that fits. */
  const find = (code: string) => {
    const part = partWithCode(own ?? [], code);
    if (part) choose(part);
    else setUnknown(code);
  };
  const byKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setAt(Math.max(0, Math.min(shown.length - 1, at + step)));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = shown[at];
    if (use.busy || typed.trim() === "") return chosen && at > 0 ? choose(chosen) : undefined;
    if (chosen && !partWithCode(own ?? [], typed)) choose(chosen);
    else find(typed.trim());
  };
  return (
    <Dialog opened onClose={onClose} title={t("parts.use")} size="md">
      {measured ? (
        <HowMuch
          of={measured}
          onGiven={(quantity) => void use.run(measured, quantity)}
          onBack={() => setMeasured(null)}
        />
      ) : (
        <form onSubmit={submit}>
          <Stack gap="sm">
            <Group gap="xs" align="flex-end" wrap="nowrap">
              <TextInput
                data-autofocus
                flex={1}
                label={t("parts.find")}
                value={typed}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                role="combobox"
                aria-expanded
                aria-controls="own-parts"
                aria-activedescendant={shown[at] ? `part-${shown[at].key}` : undefined}
                onKeyDown={byKey}
                onChange={({ currentTarget }) => {
                  setTyped(currentTarget.value);
                  setUnknown(null);
                  setAt(0);
                }}
              />
              <ScanButton label={t("parts.scan")} onFound={find} />
            </Group>
            {unknown !== null || (typed.trim() !== "" && shown.length === 0) ? (
              <Text fz="sm" role="alert" c="var(--mantine-color-error)">
                {t("parts.not_mine", { code: unknown ?? typed.trim() })}
              </Text>
            ) : null}
            {own?.length === 0 ? (
              <Text fz="sm" c="dimmed">
                {t("parts.mine_empty")}
              </Text>
            ) : null}
            <Choice parts={shown} at={at} onChosen={choose} />
          </Stack>
        </form>
      )}
      <Box data-loading={use.busy || undefined}>
        <Trouble error={use.error} />
      </Box>
    </Dialog>
  );
}

// Counting a drawer, piece by piece or as one sum; Enter goes on to the next piece, and from the last one to the button.
import { Anchor, Button, Group, Stack, Table, Text, TextInput } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { shift } from "../../../shared/billing/index.ts";
import { sumOf } from "../../../shared/billing/shift/shift.rules.ts";
import type { Minor } from "../../../shared/kernel/money.ts";
import { CancelForm, useUnsaved } from "../../kernel/form/form-dialog.tsx";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { plainDigits, typedMoney } from "../../kernel/money-format.ts";
import { Money } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { denominationsOf } from "./denominations.ts";

export interface Count {
  readonly sum: Minor;
  /** By piece; null where only the sum was typed. */
  readonly counts: Readonly<Record<string, number>> | null;
}

const MOST = 100_000;

/** What is typed beside a piece as a number; null for what is none. */
function pieces(typed: string): number | null {
  const text = plainDigits(typed).trim();
  if (text === "") return 0;
  return /^\d{1,6}$/.test(text) && Number(text) <= MOST ? Number(text) : null;
}

interface CountFormProps {
  onCount: (count: Count) => void;
}

export function CountForm({ onCount }: CountFormProps) {
  const t = useWords();
  const words = useResourceWords(shift);
  const format = useFormat();
  const { currency, digits } = format;
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [whole, setWhole] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const offered = denominationsOf(currency, digits);
  const counted = offered.map((piece) => [piece, pieces(typed[piece] ?? "")] as const);
  const counts = Object.fromEntries(counted.flatMap(([piece, n]) => (n ? [[piece, n]] : [])));
  const wrong = counted.some(([, n]) => n === null);
  const sum = whole === null ? (wrong ? null : sumOf(counts, digits)) : typedMoney(whole, format);
  const nothing = whole === null ? Object.keys(typed).length === 0 : whole === "";
  useUnsaved(!nothing);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sum !== null && !nothing) onCount({ sum, counts: whole === null ? counts : null });
  };
  const next = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const inputs = [...(event.currentTarget.form?.querySelectorAll<HTMLInputElement>("input") ?? [])];
    const other = inputs[inputs.indexOf(event.currentTarget) + step];
    if (other) other.focus();
    else if (step > 0) button.current?.focus();
  };
  return (
    <form onSubmit={submit} aria-label={t("shift.count")}>
      <Stack gap="sm">
        <Text fz="sm" c="dimmed">
          {words.hint("counted_cash")}
        </Text>
        {whole === null ? (
          <Table verticalSpacing={3} aria-label={words.field("counts")}>
            <Table.Tbody>
              {counted.map(([piece, n], index) => (
                <Table.Tr key={piece}>
                  <Table.Td w={110} ta="right" className="figures">
                    {format.number(Number(piece))} ×
                  </Table.Td>
                  <Table.Td w={110}>
                    <TextInput
                      size="xs"
                      inputMode="numeric"
                      className="figures"
                      aria-label={t("shift.pieces_of", { piece: format.number(Number(piece)) })}
                      error={n === null}
                      value={typed[piece] ?? ""}
                      onChange={({ currentTarget }) =>
                        setTyped((known) => ({ ...known, [piece]: currentTarget.value }))
                      }
                      onKeyDown={next}
                      {...(index === 0 ? { "data-autofocus": true } : {})}
                    />
                  </Table.Td>
                  <Table.Td ta="right">
                    {n ? (
                      <Money value={sumOf({ [piece]: n }, digits)} />
                    ) : (
                      <Text span c="dimmed">
                        —
                      </Text>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        ) : (
          <TextInput
            label={words.field("counted_cash")}
            inputMode="decimal"
            className="figures"
            value={whole}
            error={whole !== "" && sum === null}
            rightSection={<span aria-hidden>{currency}</span>}
            rightSectionWidth={48}
            onChange={({ currentTarget }) => setWhole(currentTarget.value)}
            autoFocus
          />
        )}
        <Group justify="space-between" align="baseline">
          <Anchor
            component="button"
            type="button"
            fz="sm"
            onClick={() => {
              setWhole(whole === null ? "" : null);
              setTyped({});
            }}
          >
            {t(whole === null ? "shift.as_sum" : "shift.by_piece")}
          </Anchor>
          <Text component="div" fz="lg" fw={650} aria-live="polite">
            {t("shift.counted")} {sum === null ? "—" : <Money value={sum} currency />}
          </Text>
        </Group>
        <Group justify="flex-end" gap="xs">
          <CancelForm />
          <Button ref={button} type="submit" disabled={sum === null || nothing}>
            {t("shift.commit")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

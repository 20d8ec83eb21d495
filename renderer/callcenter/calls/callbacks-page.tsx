// Who waits for a call back: whom, when, who promised it, how often it was tried; done by logging the call.
import { IconPhoneCheck } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { callLog } from "../../../shared/callcenter/index.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useRows } from "../../kernel/replica-hooks.ts";
import { NothingHere } from "../../kernel/screen/arriving.tsx";
import { Page } from "../../kernel/screen/parts.tsx";
import { DataTable } from "../../kernel/table/data-table.tsx";
import { TableTools } from "../../kernel/table/table-tools.tsx";
import { useTableChoice } from "../../kernel/table/use-table-choice.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { callbackColumns, type WaitingRow } from "./callback-columns.tsx";
import { LogCall } from "./log-call.tsx";
import { useWaiting } from "./use-waiting.ts";

const NOBODY: readonly WaitingRow[] = [];

function useWaitingRows(): readonly WaitingRow[] | undefined {
  const waiting = useWaiting();
  const ids = useMemo(() => (waiting ?? []).flatMap(({ call }) => call.customer ?? []), [waiting]);
  const customers = useRows("customers", { selector: { id: { $in: ids } } });
  const staff = useRows("staff");
  return useMemo(() => {
    if (waiting === undefined || customers === undefined) return undefined;
    const names = new Map(customers.map(({ id, name }) => [id, name]));
    const people = new Map((staff ?? []).map(({ id, full_name }) => [id, full_name]));
    return waiting.map((one) => ({
      ...one,
      id: one.call.id,
      name: names.get(one.call.customer ?? "") ?? one.call.phone_number,
      by: people.get(one.call.agent ?? "") ?? "",
    }));
  }, [waiting, customers, staff]);
}

export function CallbacksPage() {
  const t = useWords();
  const rows = useWaitingRows();
  const words = useResourceWords(callLog);
  const format = useFormat();
  const columns = useMemo(() => callbackColumns(t, words, format), [t, words, format]);
  const choice = useTableChoice("callbacks", columns);
  const [calling, setCalling] = useState<WaitingRow | null>(null);
  return (
    <Page
      fill
      title={t("nav.callbacks")}
      subtitle={t("callbacks.subtitle")}
      actions={
        <TableTools
          columns={columns}
          choice={choice}
          rows={rows ?? NOBODY}
          fileName={`call-back-${format.today()}`}
        />
      }
    >
      <DataTable
        label={t("nav.callbacks")}
        rows={rows ?? NOBODY}
        columns={columns}
        choice={choice}
        rowKey={({ id }) => id}
        onOpen={setCalling}
        empty={
          <NothingHere icon={IconPhoneCheck} title={t("callbacks.none")} hint={t("callbacks.none_hint")} />
        }
      />
      {calling ? (
        <LogCall
          customer={calling.call.customer ? { id: calling.call.customer, name: calling.name } : null}
          phone={calling.call.phone_number}
          type="OUTBOUND"
          about={calling.call.notes}
          onClose={() => setCalling(null)}
        />
      ) : null}
    </Page>
  );
}

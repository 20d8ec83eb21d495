// The counter: one focused search box, Enter, recharge, receipt, and back to the box; today's takings beside it.
import { Box, Grid, Stack } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { useWords } from "../../kernel/i18n/index.ts";
import { Page } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { FirstSteps } from "../first-day/first-steps.tsx";
import { openPayment, type PaymentKind, searchTaken, usePaymentDialog } from "../recharge/recharge-store.ts";
import { useOpenDrawer } from "../shift/use-open-drawer.ts";
import { CustomerSearch } from "./customer-search.tsx";
import { RecentTakings, TodaysTotals } from "./todays-takings.tsx";
import { useRecentCustomers } from "./use-recent-customers.ts";
import { useTakings } from "./use-takings.ts";

const RIGHTS = { recharge: "billing.recharge.create", payment: "finance.transaction.create" } as const;

export function CounterScreen() {
  const t = useWords();
  const box = useRef<HTMLInputElement>(null);
  const location = useLocation();
  const paying = usePaymentDialog((state) => state.customer !== null);
  // A new customer is a new search: a second Enter must not charge the last one again.
  const served = usePaymentDialog((state) => state.served);
  const takings = useTakings();
  const recent = useRecentCustomers(takings);
  const drawer = useOpenDrawer();

  const can = useSession((session) => session.can);
  // Also until it is known whether one's drawer is open.
  const isBlind = can("operations.shift.create") && drawer !== null;
  // Who may take only one of the two gets that one.
  const may = (kind: PaymentKind) => can(RIGHTS[kind]);
  const pick = (id: string, kind: PaymentKind) => {
    const other = kind === "payment" ? "recharge" : "payment";
    if (may(kind)) openPayment(id, kind);
    else if (may(other)) openPayment(id, other);
  };

  useEffect(() => {
    usePaymentDialog.setState({ has_search: true });
    return () => {
      searchTaken();
      usePaymentDialog.setState({ has_search: false });
    };
  }, []);

  // Back to the box after each receipt, and when F2 asks for it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state only says that somebody asked for the box again
  useEffect(() => {
    if (paying) return;
    const frame = requestAnimationFrame(() => {
      box.current?.focus();
      // What was begun on the receipt is gone on with; anything else is typed over.
      if (usePaymentDialog.getState().typed === "") return box.current?.select();
      const end = box.current?.value.length ?? 0;
      box.current?.setSelectionRange(end, end);
      searchTaken();
    });
    return () => cancelAnimationFrame(frame);
  }, [paying, location.state]);

  return (
    <Page title={t("counter.title")} subtitle={<Box visibleFrom="xs">{t("counter.subtitle")}</Box>}>
      <FirstSteps />
      <Grid gap="lg" align="flex-start">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <CustomerSearch key={served} ref={box} recent={recent} may={may} onPick={pick} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack gap="md">
            <TodaysTotals takings={takings} isBlind={isBlind} />
            <RecentTakings takings={takings} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  );
}

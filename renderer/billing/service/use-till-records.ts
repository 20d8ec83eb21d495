// What this computer knows of a customer's service, as it will be once the commands that wait are through.
import { useMemo } from "react";
import { customerAddon, invoice, recharge, serviceChange } from "../../../shared/billing/index.ts";
import type { Customer } from "../../../shared/subscribers/index.ts";
import { useExpectedRows } from "../../kernel/expected/use-expected.ts";
import { useRows } from "../../kernel/replica-hooks.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { ratesOf } from "../invoice/invoice-draft.ts";
import type { TillRecords } from "./till-change.ts";
import { standingBills } from "./till-invoices.ts";

/** Undefined while it is read. */
export function useTillRecords(customer: Customer | null): TillRecords | undefined {
  const own = customer && { selector: { customer: customer.id } };
  // Read, not watched: the page behind watches nearly as many collections as may be.
  const packages = useRows("packages");
  const codes = useRows("tax_codes");
  const services = useRows("services", own, "read");
  const recharges = useExpectedRows(recharge, own, "read");
  const changes = useExpectedRows(serviceChange, own, "read");
  const addons = useExpectedRows(customerAddon, own, "read");
  const invoices = useExpectedRows(invoice, own, "read");
  const pending = useRows("pending_charges", own, "read");
  const pauses = useRows("service_pauses", own, "read");
  const offers = useRows("offers");
  const { today } = useFormat();
  const billed = standingBills({ invoices: invoices ?? [] }, 1, today()).map(({ bill }) => bill.id);
  const lines = useRows("invoice_lines", { selector: { invoice: { $in: billed } } }, "read");
  return useMemo(() => {
    if (!customer || !packages || !codes || !services || !recharges || !changes || !addons) return undefined;
    if (!invoices || !pending || !pauses || !offers || !lines) return undefined;
    const bills = { invoices, lines, pending, services, pauses };
    return { customer, packages, rates: ratesOf(codes), offers, recharges, changes, addons, ...bills };
  }, [
    customer,
    packages,
    codes,
    services,
    recharges,
    changes,
    addons,
    invoices,
    pending,
    pauses,
    offers,
    lines,
  ]);
}

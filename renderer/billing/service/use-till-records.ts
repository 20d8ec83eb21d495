// What this computer knows of a customer's service, as it will be once the commands that wait are through.
import { useMemo } from "react";
import { customerAddon, invoice, recharge, serviceChange } from "../../../shared/billing/index.ts";
import type { Customer } from "../../../shared/subscribers/index.ts";
import { useExpectedRows } from "../../kernel/expected/use-expected.ts";
import { useRows } from "../../kernel/replica-hooks.ts";
import { ratesOf } from "../invoice/invoice-draft.ts";
import type { TillRecords } from "./till-change.ts";

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
  return useMemo(() => {
    if (!customer || !packages || !codes || !services || !recharges || !changes || !addons || !invoices)
      return undefined;
    const rates = ratesOf(codes);
    return { customer, packages, rates, services, recharges, changes, addons, invoices };
  }, [customer, packages, codes, services, recharges, changes, addons, invoices]);
}

// A receipt as a message: what it says, and to which number it goes.
import { expect, test } from "vitest";
import { receiptMessage, whatsappAddress } from "../../../renderer/billing/receipt/whatsapp.ts";
import { internationalPhone } from "../../../renderer/subscribers/customer/new-customer.ts";

test("The receipt's lines become words without the paper's columns and rules", () => {
  const lines = [
    "          Padma Online          ",
    "--------------------------------",
    "Receipt                     D1-7",
    "Amount                  1,200.00",
    "--------------------------------",
    "--------------------------------",
    "Thank you",
  ];
  expect(receiptMessage(lines, 32)).toBe("Padma Online\n\nReceipt D1-7\nAmount 1,200.00\n\nThank you");
});

test.each([
  ["01711-000998", "BD", "8801711000998"],
  ["+880 1711 000998", "", "8801711000998"],
  ["00880 1711000998", "XX", "8801711000998"],
  ["০১৭১১০০০৯৯৮", "BD", "8801711000998"],
  ["01711000998", "", null],
  ["call the shop", "BD", null],
])("The number %s of a company in %s goes to WhatsApp as %s", (phone, country, expected) => {
  expect(internationalPhone(phone, country)).toBe(expected);
});

test("The address carries the words whole, and nobody's number where it is not known", () => {
  expect(whatsappAddress("8801", "a & b\nc")).toBe("https://wa.me/8801?text=a%20%26%20b%0Ac");
  expect(whatsappAddress(null, "x")).toBe("https://wa.me/?text=x");
});

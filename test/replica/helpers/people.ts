// Customers as a small provider has them.

type Doc = Record<string, unknown> & { id: string };

/** Lifelike customers; the n-th is always the same. */
export function customers(count: number, start = 0): Doc[] {
  const first = ["Rahima", "Abdul", "José", "Fatema", "কামাল", "Nasrin", "Zoë", "Imran", "Sultana", "Mizan"];
  const last = [
    "Begum",
    "Karim",
    "Álvarez",
    "Khatun",
    "হোসেন",
    "Akter",
    "Sarkar",
    "Haque",
    "Parvin",
    "Rahman",
  ];
  return Array.from({ length: count }, (_, index) => {
    const n = start + index;
    const due = n % 7 === 0 ? "500.00" : "0.00";
    return {
      id: `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`,
      customer_code: `C-${String(n).padStart(6, "0")}`,
      name: `${first[n % 10]} ${last[(n >> 3) % 10]} ${n}`,
      username: `user${n}`,
      phone: `+880 17${String(n).padStart(8, "0")}`,
      email: `user${n}@example.net`,
      address: `House ${n % 90}, Road ${n % 30}, Block ${"ABCDEF"[n % 6]}`,
      area: ["Mirpur", "Uttara", "Banani", "Gulshan"][n % 4],
      status: ["ACTIVE", "ACTIVE", "ACTIVE", "EXPIRED", "SUSPENDED"][n % 5],
      due_amount: due,
      advance_amount: "0.00",
      discount: "0.00",
      expiry_date: `2026-${String((n % 12) + 1).padStart(2, "0")}-15`,
      promise_date: null,
      grace_period_until: null,
      connection_type: "PPPOE",
      ip_address: null,
      mac_address: null,
      package: "00000000-0000-7000-9000-000000000001",
      router: "00000000-0000-7000-9000-000000000002",
      onu: null,
      onu_serial: null,
      reseller: null,
      latitude: null,
      longitude: null,
      national_id: null,
      notes: "",
      joined_at: "2025-01-01",
      created_at: "2025-01-01T00:00:00Z",
      updated_at: "2025-01-01T00:00:00Z",
      version: 1,
    };
  });
}

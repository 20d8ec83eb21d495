// Who lives in the demo: two providers, their plans, their streets and their customers.
import type { Random } from "./random.ts";

export interface DemoPackage {
  name: string;
  price: string;
  bandwidth_mbps: number;
  router_profile: string;
  /** How many customers of a hundred have it. */
  share: number;
}

export interface DemoTenant {
  name: string;
  subdomain: string;
  seed: number;
  customers: number;
  settings: Record<string, unknown>;
  /** The tax on its packages. */
  tax?: { name: string; code: string; rate: number; is_inclusive: boolean; is_default: boolean };
  packages: readonly DemoPackage[];
  areas: readonly string[];
  given_names: readonly string[];
  family_names: readonly string[];
  phone_prefix: string;
  staff: readonly { username: string; full_name: string; designation: string; role: string; phone: string }[];
  admin: { username: string; full_name: string };
  routers: readonly { name: string; site: string; host: string }[];
  /** The first of the customers are behind these, on fibre. */
  olts: readonly { name: string; site: string; host: string; vendor: string; customers: number }[];
}

export const DEMO: DemoTenant = {
  name: "Padma Online",
  subdomain: "demo",
  seed: 20_261_120,
  customers: 350,
  settings: {
    company_name: "Padma Online",
    support_phone: "+880 9612 345678",
    support_email: "support@padma.example",
    address: "House 12, Road 5, Mirpur 10, Dhaka",
    currency: "BDT",
    timezone: "Asia/Dhaka",
    phone_country: "BD",
    days_off: "FRI",
    promise_max_days: 7,
    promise_max_times: 3,
    locale: "en-IN",
    receipt_footer: "Thank you for staying connected",
    tax_number: "BIN 004512378-0402",
    legal_text: "Prices hold 5 % VAT. Keep this paper for your records.",
  },
  tax: { name: "VAT", code: "VAT", rate: 5, is_inclusive: true, is_default: true },
  packages: [
    { name: "Home 10", price: "500", bandwidth_mbps: 10, router_profile: "home-10", share: 22 },
    { name: "Home 20", price: "700", bandwidth_mbps: 20, router_profile: "home-20", share: 34 },
    { name: "Home 30", price: "900", bandwidth_mbps: 30, router_profile: "home-30", share: 22 },
    { name: "Home 50", price: "1200", bandwidth_mbps: 50, router_profile: "home-50", share: 14 },
    { name: "Office 100", price: "3500", bandwidth_mbps: 100, router_profile: "office-100", share: 8 },
  ],
  areas: ["Mirpur 10", "Mirpur 12", "Kazipara", "Shewrapara", "Pallabi", "Agargaon", "Kafrul"],
  given_names: [
    "Rahim",
    "Karim",
    "Nusrat",
    "Farhana",
    "Tanvir",
    "Sadia",
    "Imran",
    "Shirin",
    "Mahmud",
    "Rokeya",
    "Arif",
    "Sharmin",
    "Jamal",
    "Nasrin",
    "Rafiq",
    "Taslima",
    "Habib",
    "Ayesha",
    "Sohel",
    "Mitu",
    "Kamal",
    "Laila",
    "Zahid",
    "Parvin",
    "Anik",
    "Sumaiya",
    "Rubel",
    "Jannat",
    "Masud",
    "Shapla",
  ],
  family_names: [
    "Uddin",
    "Hossain",
    "Akter",
    "Rahman",
    "Islam",
    "Khatun",
    "Chowdhury",
    "Ahmed",
    "Begum",
    "Mia",
    "Sarker",
    "Das",
    "Talukder",
    "Bhuiyan",
    "Sikder",
    "Haque",
    "Mondal",
    "Biswas",
  ],
  phone_prefix: "+88017",
  staff: [
    {
      username: "counter",
      full_name: "Salma Akter",
      designation: "Counter clerk",
      role: "Counter",
      phone: "+8801711000001",
    },
    {
      username: "tech",
      full_name: "Babul Mia",
      designation: "Field technician",
      role: "Technician",
      phone: "+8801711000002",
    },
    ...(
      [
        ["tech2", "Nasrin Sultana"],
        ["tech3", "Rafiqul Islam"],
        ["tech4", "Kamal Das"],
      ] as const
    ).map(([username, full_name], number) => ({
      ...{ username, full_name, designation: "Field technician", role: "Technician" },
      phone: `+880171100001${number}`,
    })),
  ],
  admin: { username: "admin", full_name: "Anwar Hossain" },
  routers: [{ name: "Core router", site: "Mirpur", host: "127.0.0.1" }],
  olts: [{ name: "Mirpur OLT", site: "Mirpur", host: "127.0.0.1", vendor: "HUAWEI", customers: 240 }],
};

export const OTHER: DemoTenant = {
  name: "Nordlys Fiber",
  subdomain: "other",
  seed: 77_001,
  customers: 40,
  settings: {
    company_name: "Nordlys Fiber",
    support_phone: "+47 21 00 00 00",
    address: "Storgata 4, Tromsø",
    currency: "NOK",
    timezone: "Europe/Oslo",
    phone_country: "NO",
    locale: "nb-NO",
  },
  packages: [
    { name: "Fiber 100", price: "449", bandwidth_mbps: 100, router_profile: "fiber-100", share: 60 },
    { name: "Fiber 500", price: "649", bandwidth_mbps: 500, router_profile: "fiber-500", share: 40 },
  ],
  areas: ["Sentrum", "Tromsdalen", "Kvaløya"],
  given_names: ["Ingrid", "Ola", "Kari", "Lars", "Nora", "Emil", "Sofie", "Jakob", "Åse", "Håkon"],
  family_names: ["Hansen", "Johansen", "Olsen", "Larsen", "Andersen", "Nilsen", "Berg", "Dahl"],
  phone_prefix: "+479",
  staff: [],
  admin: { username: "other-admin", full_name: "Kari Nilsen" },
  routers: [],
  olts: [],
};

export interface DemoCustomer {
  name: string;
  username: string;
  password: string;
  phone: string;
  address: string;
  area: string;
  package_name: string;
  discount: string;
  /** Of the ONU in the customer's house; null where they have none. */
  onu_serial: string | null;
  /** Months before now in which the customer joined, 0 to 12. */
  joined_months_ago: number;
}

function packageOf(chance: Random, packages: readonly DemoPackage[]): string {
  let left = chance.between(1, 100);
  for (const { name, share } of packages) {
    left -= share;
    if (left <= 0) return name;
  }
  return packages[0]?.name ?? "";
}

/** "Rahim Uddin", the twelfth → "rahim.uddin12": a PPPoE login as providers make them. */
function loginOf(name: string, number: number): string {
  const plain = name.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ø", "o").replaceAll("Ø", "O");
  return `${plain.toLowerCase().replace(/[^a-z]+/g, ".")}${number}`;
}

/** "HWTC", and four bytes that spread like a factory's. */
function serialOf(seed: number, number: number): string {
  const bytes = Math.imul(seed + number, 0x9e3779b1) >>> 0;
  return `HWTC${bytes.toString(16).toUpperCase().padStart(8, "0")}`;
}

export function makeCustomers(tenant: DemoTenant, chance: Random): DemoCustomer[] {
  const on_fibre = tenant.olts.reduce((sum, olt) => sum + olt.customers, 0);
  return Array.from({ length: tenant.customers }, (_, index) => {
    const name = `${chance.pick(tenant.given_names)} ${chance.pick(tenant.family_names)}`;
    const area = chance.pick(tenant.areas);
    return {
      name,
      username: loginOf(name, index + 1),
      password: `pw-${chance.between(100_000, 999_999)}`,
      phone: tenant.phone_prefix + String(chance.between(10_000_000, 99_999_999)),
      address: `House ${chance.between(1, 120)}, Road ${chance.between(1, 24)}, ${area}`,
      area,
      package_name: packageOf(chance, tenant.packages),
      discount: chance.chance(0.08) ? "50" : "0",
      onu_serial: index < on_fibre ? serialOf(tenant.seed, index) : null,
      joined_months_ago: chance.chance(0.55) ? 12 : chance.between(0, 11),
    };
  });
}

// Words of the optical network: OLTs, ONUs, incidents.
import { incident, incidentOnu } from "../../../shared/network/olt/incident.ts";
import { olt } from "../../../shared/network/olt/olt.ts";
import { onu } from "../../../shared/network/olt/onu.ts";
import { words } from "../../kernel/i18n/worded-resource.ts";

const CAUSES = {
  POWER: ["Power", "বিদ্যুৎ"],
  FIBRE: ["Fibre", "ফাইবার"],
  DEACTIVATED: ["Switched off at the OLT", "OLT-এ বন্ধ করা"],
  REBOOT: ["Restart", "পুনরায় চালু"],
  UNKNOWN: ["Unknown", "অজানা"],
} as const;

export const oltWords = words(olt, {
  one: ["OLT", "ওএলটি"],
  many: ["OLTs", "ওএলটি"],
  fields: {
    name: ["Name", "নাম"],
    vendor: ["Make", "নির্মাতা"],
    host: ["Address", "ঠিকানা"],
    snmp_port: ["SNMP port", "SNMP পোর্ট"],
    snmp_version: ["SNMP version", "SNMP সংস্করণ"],
    community: ["Community (reads)", "কমিউনিটি (পড়া)"],
    write_community: ["Community (writes)", "কমিউনিটি (লেখা)"],
    security_name: ["SNMP user", "SNMP ব্যবহারকারী"],
    security_level: ["Security level", "নিরাপত্তার স্তর"],
    auth_protocol: ["Authentication", "প্রমাণীকরণ"],
    auth_password: ["Authentication password", "প্রমাণীকরণের পাসওয়ার্ড"],
    priv_protocol: ["Encryption", "এনক্রিপশন"],
    priv_password: ["Encryption password", "এনক্রিপশনের পাসওয়ার্ড"],
    site: ["Site", "সাইট"],
    allow_unverified: ["Unproven restart commands", "অপ্রমাণিত পুনরায় চালুর আদেশ"],
    is_active: ["In use", "ব্যবহৃত হচ্ছে"],
    status: ["Status", "অবস্থা"],
    sys_descr: ["What it says of itself", "নিজের সম্পর্কে যা বলে"],
    uptime_seconds: ["Up for", "চালু আছে"],
    last_polled_at: ["Last read", "শেষ পড়া"],
    last_error: ["Last error", "শেষ ত্রুটি"],
    error_code: ["Error code", "ত্রুটির কোড"],
    profile: ["Read as", "যেভাবে পড়া হয়"],
    onu_count: ["ONUs", "ONU"],
    onu_online: ["Online", "অনলাইন"],
    onu_los: ["No light", "আলো নেই"],
    onu_weak: ["Weak signal", "দুর্বল সংকেত"],
    unconfigured: ["Not set up", "সেট করা হয়নি"],
    warnings: ["Not read", "যা পড়া যায়নি"],
  },
  hints: {
    host: ["IP address or host name in the office's network", "অফিসের নেটওয়ার্কে আইপি ঠিকানা বা হোস্টের নাম"],
    write_community: [
      "Only to restart ONUs. Without it nothing is ever written to the OLT.",
      "শুধু ONU পুনরায় চালু করতে। এটি ছাড়া OLT-এ কখনো কিছু লেখা হয় না।",
    ],
    allow_unverified: [
      "For makes whose restart command only one source knows.",
      "যে নির্মাতার পুনরায় চালুর আদেশ শুধু একটি উৎস থেকে জানা।",
    ],
    site: ["The office whose computer reaches it; empty: any", "যে অফিসের কম্পিউটার এখানে পৌঁছায়; খালি: যেকোনো"],
    is_active: ["OLTs that are not in use are left alone.", "ব্যবহৃত না হলে OLT-এ কিছু করা হয় না।"],
  },
  choices: {
    vendor: {
      HUAWEI: ["Huawei", "Huawei"],
      ZTE: ["ZTE", "ZTE"],
      VSOL: ["V-SOL", "V-SOL"],
      BDCOM: ["BDCOM", "BDCOM"],
      CDATA: ["C-Data", "C-Data"],
      FIBERHOME: ["FiberHome", "FiberHome"],
      UFIBER: ["Ubiquiti UFiber", "Ubiquiti UFiber"],
      GENERIC: ["Another", "অন্য"],
    },
    snmp_version: { "2c": ["2c", "2c"], "3": ["3", "3"] },
    security_level: {
      noAuthNoPriv: ["Name alone", "শুধু নাম"],
      authNoPriv: ["With password", "পাসওয়ার্ডসহ"],
      authPriv: ["With password, encrypted", "পাসওয়ার্ডসহ, এনক্রিপ্টেড"],
    },
    auth_protocol: {
      md5: ["MD5", "MD5"],
      sha: ["SHA-1", "SHA-1"],
      sha224: ["SHA-224", "SHA-224"],
      sha256: ["SHA-256", "SHA-256"],
      sha384: ["SHA-384", "SHA-384"],
      sha512: ["SHA-512", "SHA-512"],
    },
    priv_protocol: {
      aes: ["AES-128", "AES-128"],
      aes256b: ["AES-256 (Blumenthal)", "AES-256 (Blumenthal)"],
      aes256r: ["AES-256 (Reeder)", "AES-256 (Reeder)"],
    },
    status: {
      UNKNOWN: ["Unknown", "অজানা"],
      ONLINE: ["Online", "অনলাইন"],
      OFFLINE: ["Offline", "অফলাইন"],
    },
  },
  operations: { poll: ["Read now", "এখন পড়ুন"] },
  empty: [
    "Register the first OLT; its ONUs appear by themselves within a minute.",
    "প্রথম OLT-টি যোগ করুন; এক মিনিটের মধ্যে তার ONU-গুলো নিজে থেকেই দেখা যাবে।",
  ],
});

export const onuWords = words(onu, {
  one: ["ONU", "ওএনইউ"],
  many: ["ONUs", "ওএনইউ"],
  fields: {
    olt: ["OLT", "OLT"],
    serial_number: ["Serial number", "সিরিয়াল নম্বর"],
    pon_port: ["Port", "পোর্ট"],
    onu_index: ["ONU no.", "ONU নং"],
    customer: ["Customer", "গ্রাহক"],
    description: ["Description", "বিবরণ"],
    model: ["Model", "মডেল"],
    status: ["Status", "অবস্থা"],
    raw_status: ["Status in the OLT's words", "OLT-এর ভাষায় অবস্থা"],
    rx_power_dbm: ["Light at the ONU (dBm)", "ONU-তে আলো (dBm)"],
    tx_power_dbm: ["Light sent by the ONU (dBm)", "ONU-র পাঠানো আলো (dBm)"],
    olt_rx_power_dbm: ["Light at the OLT (dBm)", "OLT-তে আলো (dBm)"],
    distance_m: ["Distance (m)", "দূরত্ব (মি)"],
    temperature_c: ["Temperature (°C)", "তাপমাত্রা (°সে)"],
    signal: ["Signal", "সংকেত"],
    signal_since: ["Signal since", "সংকেত যখন থেকে"],
    last_down_cause: ["Went down by", "বন্ধ হওয়ার কারণ"],
    last_down_at: ["Last down", "শেষ বন্ধ"],
    last_up_at: ["Last up", "শেষ চালু"],
    missing_since: ["Not listed since", "যখন থেকে তালিকায় নেই"],
  },
  hints: {
    customer: [
      "Found by the serial number on the customer's page. Chosen here, it is written there.",
      "গ্রাহকের পাতার সিরিয়াল নম্বর থেকে পাওয়া যায়। এখানে বেছে নিলে সেখানে লেখা হয়।",
    ],
  },
  choices: {
    status: {
      ONLINE: ["Online", "অনলাইন"],
      OFFLINE: ["Offline", "অফলাইন"],
      LOS: ["No light", "আলো নেই"],
      DYING_GASP: ["Without power", "বিদ্যুৎ নেই"],
      UNKNOWN: ["Unknown", "অজানা"],
    },
    signal: {
      TOO_STRONG: ["Too strong", "অতিরিক্ত"],
      GOOD: ["Good", "ভালো"],
      WEAK: ["Weak", "দুর্বল"],
      CRITICAL: ["Critical", "সংকটজনক"],
      NONE: ["None", "নেই"],
    },
    last_down_cause: CAUSES,
  },
  operations: { reboot: ["Restart ONU", "ONU পুনরায় চালু"] },
  empty: [
    "ONUs appear as soon as an office computer has read an OLT.",
    "অফিসের কম্পিউটার কোনো OLT পড়লেই ONU এখানে দেখা যাবে।",
  ],
});

export const incidentWords = words(incident, {
  one: ["outage", "বিভ্রাট"],
  many: ["outages", "বিভ্রাট"],
  fields: {
    olt: ["OLT", "OLT"],
    pon_port: ["Port", "পোর্ট"],
    kind: ["What", "কী"],
    status: ["Status", "অবস্থা"],
    started_at: ["Since", "শুরু"],
    ended_at: ["Until", "শেষ"],
    onu_count: ["ONUs", "ONU"],
    back_count: ["Back", "ফিরেছে"],
    power_count: ["Without power", "বিদ্যুৎ নেই"],
    fibre_count: ["Without light", "আলো নেই"],
    customer_count: ["Customers", "গ্রাহক"],
  },
  choices: {
    kind: {
      POWER: ["Power failure", "বিদ্যুৎ বিভ্রাট"],
      FIBRE: ["Fibre cut", "ফাইবার কাটা"],
      PORT_DOWN: ["Port down", "পোর্ট বন্ধ"],
      OLT_DOWN: ["OLT down", "OLT বন্ধ"],
    },
    status: { OPEN: ["Going on", "চলছে"], CLOSED: ["Over", "শেষ"] },
  },
  operations: { close_tickets: ["Close its tickets", "এর টিকিটগুলো বন্ধ করুন"] },
  empty: [
    "Outages appear here when a port or an OLT loses most of its ONUs at once.",
    "কোনো পোর্ট বা OLT একসঙ্গে বেশির ভাগ ONU হারালে বিভ্রাট এখানে দেখা যায়।",
  ],
});

export const incidentOnuWords = words(incidentOnu, {
  one: ["ONU of an outage", "বিভ্রাটের ONU"],
  many: ["ONUs of outages", "বিভ্রাটের ONU"],
  fields: {
    incident: ["Outage", "বিভ্রাট"],
    onu: ["ONU", "ONU"],
    customer: ["Customer", "গ্রাহক"],
    serial_number: ["Serial number", "সিরিয়াল নম্বর"],
    pon_port: ["Port", "পোর্ট"],
    cause: ["Cause", "কারণ"],
    rx_power_dbm: ["Light before (dBm)", "আগের আলো (dBm)"],
    down_at: ["Down", "বন্ধ"],
    back_at: ["Back", "ফিরেছে"],
  },
  choices: { cause: CAUSES },
});

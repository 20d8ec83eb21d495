// What the audit log calls an act and what it was done to: operations and resources have their words; the rest is named here.

import { textIn } from "../../shared/kernel/formatting/language.ts";
import { resourceNamed } from "../../shared/kernel/registry.ts";
import { own } from "../../shared/kernel/safe-lookup.ts";
import { commandWords, type Language, type Pair, resourceWords, valueNamed } from "../kernel/i18n/index.ts";

/** Acts that are no operation: what people do to their own account, and what the server does. */
const ACTS: Readonly<Record<string, Pair>> = {
  login: ["Sign in", "সাইন ইন"],
  "login.failed": ["Failed sign-in", "ব্যর্থ সাইন ইন"],
  "login.locked": ["Account locked", "অ্যাকাউন্ট আটকানো"],
  logout: ["Sign out", "সাইন আউট"],
  "otp.prepare": ["Begin with sign-in codes", "সাইন ইনের কোড শুরু"],
  "otp.switch_on": ["Switch the sign-in code on", "সাইন ইনের কোড চালু"],
  "otp.switch_off": ["Switch the sign-in code off", "সাইন ইনের কোড বন্ধ"],
  "session.end": ["End a session", "সেশন শেষ"],
  "session.end_others": ["End all other sessions", "অন্য সব সেশন শেষ"],
  "user.change_password": ["Change one's password", "নিজের পাসওয়ার্ড বদল"],
  "tenant.create": ["Open the company", "প্রতিষ্ঠান খোলা"],
  "tenant.update": ["Change the company", "প্রতিষ্ঠান বদল"],
  "api_token.pairing_code": ["Pairing code for an agent", "এজেন্টের জোড়া কোড"],
  "database_backup.download": ["Download a backup", "ব্যাকআপ ডাউনলোড"],
  "device.register": ["Register a computer", "কম্পিউটার নিবন্ধন"],
  "payment_provider.set_secret": ["Store a provider's secret", "প্রদানকারীর গোপন চাবি রাখা"],
  "payment_provider.remove_secret": ["Remove a provider's secret", "প্রদানকারীর গোপন চাবি সরানো"],
  "edit.superseded": ["An edit that a later one replaced", "পরের সম্পাদনায় বাতিল হওয়া সম্পাদনা"],
  "advance_salary.deduct": ["Advance taken off the salary", "বেতন থেকে অগ্রিম কাটা"],
  "task_photo.arrive": ["Photo arrived", "ছবি পৌঁছেছে"],
  "task_photo.remove": ["Photo taken back", "ছবি সরানো"],
  "customer.expire": ["Validity ended", "মেয়াদ শেষ"],
  "service_change.begin": ["The changed package began", "বদলানো প্যাকেজ শুরু"],
  "service_pause.begin": ["The pause began", "বিরতি শুরু"],
  "customer.link_onu": ["ONU found by its serial number", "সিরিয়াল নম্বর দিয়ে ওএনইউ পাওয়া গেছে"],
  "tenant_subscription.expire": ["The subscription ended", "সাবস্ক্রিপশনের মেয়াদ শেষ"],
  "clock.confirm": ["Clock said to be right", "ঘড়ি ঠিক বলে জানানো"],
  "invoice.not_overdue": ["Bill not overdue after all", "বিলের সময় আসলে পার হয়নি"],
  "invoice.overdue": ["Bill became overdue", "বিলের সময় পার"],
  "transaction.suspense": ["Put money in suspense", "টাকা অনির্ধারিত রাখা"],
  "transaction.resolve_suspense": ["Give money from suspense", "অনির্ধারিত টাকা দেওয়া"],
  "webhook_endpoint.disable": ["Webhook switched off", "ওয়েবহুক বন্ধ"],
  "payment_event.apply": ["Book a provider's payment", "প্রদানকারীর পেমেন্ট হিসাবে তোলা"],
};

/** What acts are done to that is no resource. */
const OBJECTS: Readonly<Record<string, Pair>> = {
  user: ["Account", "অ্যাকাউন্ট"],
  tenant: ["Company", "প্রতিষ্ঠান"],
  payment_provider: ["Payment provider", "পেমেন্ট প্রদানকারী"],
};

/** What an entry's action is called: "recharge.create" → "New recharge"; one of a newer server by its own name. */
export function actWords(action: string, language: Language): string {
  const act = own(ACTS, action);
  if (act) return textIn(language, act);
  const operation = commandWords(action, language);
  if (operation !== action) return operation;
  // What an agent did to a router is called as the job is.
  const job = action.slice(action.indexOf(".") + 1).toUpperCase();
  const words = valueNamed("kind", job, language);
  return words === job.replaceAll("_", " ") ? action : words;
}

/** What an entry's kind of record is called: "customer" → "Customer"; an unknown one by its own name. */
export function objectWords(type: string, language: Language): string {
  const object = own(OBJECTS, type);
  if (object) return textIn(language, object);
  const resource = resourceNamed(type);
  return resource ? resourceWords(resource, language).one : type;
}

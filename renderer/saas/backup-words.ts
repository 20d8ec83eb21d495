// Words of backups, as the platform's console says them.
import { databaseBackup, tenantRestore } from "../../shared/saas/index.ts";
import { words } from "../kernel/i18n/worded-resource.ts";

const STATES = {
  QUEUED: ["Waiting", "অপেক্ষায়"],
  RUNNING: ["Running", "চলছে"],
  SUCCEEDED: ["Done", "সম্পন্ন"],
  FAILED: ["Failed", "ব্যর্থ"],
} as const;
const COMMON = {
  status: ["Status", "অবস্থা"],
  rows_done: ["Rows done", "সম্পন্ন সারি"],
  error: ["What went wrong", "যা ভুল হয়েছে"],
  requested_by: ["Asked for by", "যিনি চেয়েছেন"],
  finished_at: ["Finished", "শেষ হয়েছে"],
} as const;

export const backupWords = words(databaseBackup, {
  one: ["backup", "ব্যাকআপ"],
  many: ["backups", "ব্যাকআপ"],
  fields: {
    ...COMMON,
    tenant: ["Company", "প্রতিষ্ঠান"],
    company: ["Company then", "তখনকার প্রতিষ্ঠান"],
    filename: ["File", "ফাইল"],
    origin: ["Taken", "যেভাবে নেওয়া"],
    file_size: ["Size", "আকার"],
    sha256: ["Checksum (SHA-256)", "চেকসাম (SHA-256)"],
    taken_at: ["State of", "যে সময়ের"],
    last_proven_at: ["Last proven", "শেষ প্রমাণিত"],
    last_drill_at: ["Last tried", "শেষ পরীক্ষা"],
    last_drill_error: ["Why it could not be proven", "কেন প্রমাণ করা যায়নি"],
  },
  inputs: {
    name: ["Name of the new company", "নতুন প্রতিষ্ঠানের নাম"],
    subdomain: ["Its short name", "সংক্ষিপ্ত নাম"],
    accept_foreign: [
      "Restore it although this server did not write it, or it was changed since",
      "এই সার্ভার না লিখলেও বা পরে বদলানো হলেও ফিরিয়ে আনুন",
    ],
    reason: ["Why the file is trusted", "ফাইলটি কেন বিশ্বাস করা যায়"],
  },
  choices: {
    status: STATES,
    origin: {
      MANUAL: ["By hand", "হাতে"],
      NIGHTLY: ["By night", "রাতে"],
      FOUND: ["Found in the folder", "ফোল্ডারে পাওয়া"],
    },
  },
  operations: {
    create: ["Take a backup", "ব্যাকআপ নিন"],
    restore: ["Restore into a new company", "নতুন প্রতিষ্ঠানে ফিরিয়ে আনুন"],
    prove: ["Prove now", "এখনই প্রমাণ করুন"],
  },
});

export const restoreWords = words(tenantRestore, {
  one: ["restore", "পুনরুদ্ধার"],
  many: ["restores", "পুনরুদ্ধার"],
  fields: {
    ...COMMON,
    backup: ["Backup", "ব্যাকআপ"],
    name: ["New company", "নতুন প্রতিষ্ঠান"],
    subdomain: ["Its short name", "সংক্ষিপ্ত নাম"],
    tenant: ["Company", "প্রতিষ্ঠান"],
    accept_foreign: ["Not this server's file", "এই সার্ভারের ফাইল নয়"],
    reason: ["Why it was trusted", "কেন বিশ্বাস করা হয়েছে"],
    renamed_accounts: ["People with a new username", "নতুন ইউজারনেম পাওয়া ব্যক্তি"],
  },
  choices: { status: STATES },
});

// Words of the network's resources: routers, the jobs for them, live sessions.
import { networkSyncJob } from "../../shared/network/network-sync-job.ts";
import { router } from "../../shared/network/router.ts";
import { userSession } from "../../shared/network/user-session.ts";
import { words } from "../kernel/i18n/worded-resource.ts";

export const routerWords = words(router, {
  one: ["router", "রাউটার"],
  many: ["routers", "রাউটার"],
  fields: {
    name: ["Name", "নাম"],
    vendor: ["Make", "নির্মাতা"],
    host: ["Address", "ঠিকানা"],
    api_port: ["API port", "API পোর্ট"],
    use_tls: ["Encrypted (API-SSL)", "এনক্রিপ্টেড (API-SSL)"],
    tls_fingerprint: ["Certificate fingerprint (SHA-256)", "সার্টিফিকেটের ফিঙ্গারপ্রিন্ট (SHA-256)"],
    legacy_login: ["RouterOS older than 6.43", "RouterOS 6.43-এর আগের সংস্করণ"],
    username: ["User on the router", "রাউটারের ব্যবহারকারী"],
    password: ["Password", "পাসওয়ার্ড"],
    site: ["Site", "সাইট"],
    is_active: ["In use", "ব্যবহৃত হচ্ছে"],
    mode: ["Writing", "লেখা"],
    status: ["Status", "অবস্থা"],
    last_seen_at: ["Last seen", "শেষ দেখা"],
    identity: ["Name on the router", "রাউটারে লেখা নাম"],
    ros_version: ["RouterOS version", "RouterOS সংস্করণ"],
    board_name: ["Model", "মডেল"],
    uptime_seconds: ["Up for", "চালু আছে"],
    cpu_load: ["CPU", "সিপিইউ"],
    last_error: ["Last error", "শেষ ত্রুটি"],
    error_code: ["Error code", "ত্রুটির কোড"],
    serial_number: ["Serial number", "সিরিয়াল নম্বর"],
    checked_at: ["Checked", "যাচাই করা হয়েছে"],
    missing: ["Not as it should be", "যা ঠিক নেই"],
    rights: ["Rights of the user", "ব্যবহারকারীর অধিকার"],
    tls_fingerprint_offered: ["Certificate it shows", "যে সার্টিফিকেট দেখায়"],
    health: ["Sensors", "সেন্সর"],
    compared_at: ["Compared", "তুলনা করা হয়েছে"],
    differences: ["Differences", "পার্থক্য"],
    compared_job: ["Comparison", "তুলনা"],
  },
  hints: {
    host: ["IP address or host name in the office's network", "অফিসের নেটওয়ার্কে আইপি ঠিকানা বা হোস্টের নাম"],
    tls_fingerprint: [
      "Without it nobody signs in over TLS: the router could be somebody else.",
      "এটি ছাড়া TLS-এ কেউ সাইন ইন করে না: রাউটারটি অন্য কারও হতে পারে।",
    ],
    legacy_login: [
      "Signs in by the old challenge. Without this such a router is not signed in to, and never sent the password.",
      "পুরোনো চ্যালেঞ্জ পদ্ধতিতে সাইন ইন করে। এটি ছাড়া এমন রাউটারে সাইন ইন হয় না, পাসওয়ার্ডও কখনো পাঠানো হয় না।",
    ],
    site: ["The office whose computer reaches it; empty: any", "যে অফিসের কম্পিউটার এখানে পৌঁছায়; খালি: যেকোনো"],
    mode: [
      "On trial every change is planned and shown, and nothing is written until somebody switches it to live.",
      "পরীক্ষামূলক অবস্থায় প্রতিটি পরিবর্তনের পরিকল্পনা দেখানো হয়, কেউ চালু না করা পর্যন্ত কিছু লেখা হয় না।",
    ],
    is_active: [
      "Routers that are not in use are left alone: no jobs, no polling.",
      "ব্যবহৃত না হলে রাউটারে কিছু করা হয় না: কোনো কাজ নয়, কোনো পর্যবেক্ষণ নয়।",
    ],
  },
  choices: {
    mode: { TRIAL: ["on trial: nothing is written", "পরীক্ষামূলক: কিছু লেখা হয় না"], LIVE: ["live", "চালু"] },
    vendor: { MIKROTIK: ["MikroTik", "মাইক্রোটিক"] },
    status: {
      UNKNOWN: ["Unknown", "অজানা"],
      ONLINE: ["Online", "অনলাইন"],
      OFFLINE: ["Offline", "অফলাইন"],
    },
  },
  operations: {
    sync: ["Sync router", "রাউটার সিঙ্ক"],
    switch: ["Trial or live", "পরীক্ষামূলক বা চালু"],
    reboot: ["Restart router", "রাউটার পুনরায় চালু"],
    check: ["Check the set-up", "সেটআপ যাচাই"],
  },
  empty: [
    "Register the first router; Lastmile then brings its PPPoE users in line with the customers.",
    "প্রথম রাউটারটি যোগ করুন; এরপর Lastmile তার PPPoE ব্যবহারকারীদের গ্রাহকদের সাথে মিলিয়ে রাখবে।",
  ],
});

export const networkSyncJobWords = words(networkSyncJob, {
  one: ["router job", "রাউটারের কাজ"],
  many: ["router jobs", "রাউটারের কাজ"],
  fields: {
    router: ["Router", "রাউটার"],
    olt: ["OLT", "OLT"],
    customer: ["Customer", "গ্রাহক"],
    kind: ["What", "কী"],
    payload: ["Contents", "যা আছে"],
    status: ["Status", "অবস্থা"],
    attempts: ["Tries", "চেষ্টা"],
    last_error: ["Last error", "শেষ ত্রুটি"],
    error_code: ["Error code", "ত্রুটির কোড"],
    result: ["Outcome", "ফল"],
    plan_id: ["Plan", "পরিকল্পনা"],
    snapshot_at: ["Copy kept", "কপি রাখা হয়েছে"],
    requested_by: ["Asked by", "যিনি চেয়েছেন"],
    next_attempt_at: ["Next try", "পরের চেষ্টা"],
    finished_at: ["Finished", "শেষ"],
  },
  choices: {
    kind: {
      ENABLE_USER: ["Open the line", "লাইন চালু করা"],
      DISABLE_USER: ["Close the line", "লাইন বন্ধ করা"],
      UPSERT_USER: ["Write the user", "ব্যবহারকারী লেখা"],
      REMOVE_USER: ["Remove the user", "ব্যবহারকারী সরানো"],
      SYNC_PROFILE: ["Bring the profiles in line", "প্রোফাইল মেলানো"],
      SYNC_ROUTER: ["Sync the router", "রাউটার সিঙ্ক করা"],
      REBOOT_ROUTER: ["Restart the router", "রাউটার পুনরায় চালু করা"],
      KICK_SESSION: ["Disconnect", "সংযোগ বিচ্ছিন্ন করা"],
      REBOOT_ONU: ["Restart the ONU", "ONU পুনরায় চালু করা"],
      POLL_OLT: ["Read the OLT", "OLT পড়া"],
    },
    status: {
      QUEUED: ["Queued", "সারিতে"],
      LEASED: ["Working", "চলছে"],
      SUCCEEDED: ["Done", "সম্পন্ন"],
      FAILED: ["Failed", "ব্যর্থ"],
      CANCELLED: ["Cancelled", "বাতিল"],
    },
  },
  operations: {
    retry: ["Try this job again now", "এখনই আবার চেষ্টা করুন"],
    cancel: ["Cancel this job", "কাজটি বাদ দিন"],
  },
  empty: [
    "Jobs appear here when a payment, a suspension or a new package has to reach a router.",
    "কোনো পেমেন্ট, স্থগিতকরণ বা নতুন প্যাকেজ রাউটারে পৌঁছাতে হলে কাজ এখানে দেখা যায়।",
  ],
});

export const userSessionWords = words(userSession, {
  one: ["session", "সেশন"],
  many: ["sessions", "সেশন"],
  fields: {
    router: ["Router", "রাউটার"],
    customer: ["Customer", "গ্রাহক"],
    username: ["Username", "ইউজারনেম"],
    ip_address: ["IP address", "আইপি ঠিকানা"],
    mac_address: ["MAC address", "MAC ঠিকানা"],
    uptime_seconds: ["Up for", "চালু আছে"],
    started_at: ["Since", "শুরু"],
    bytes_in: ["Downloaded", "ডাউনলোড হয়েছে"],
    bytes_out: ["Uploaded", "আপলোড হয়েছে"],
    rate_in_bps: ["Download", "ডাউনলোড"],
    rate_out_bps: ["Upload", "আপলোড"],
    observed_at: ["Seen", "দেখা হয়েছে"],
  },
  operations: { kick: ["Disconnect", "বিচ্ছিন্ন করুন"] },
  empty: [
    "PPPoE sessions appear as soon as an office computer has read a router.",
    "অফিসের কম্পিউটার কোনো রাউটার পড়লেই PPPoE সেশন এখানে দেখা যাবে।",
  ],
});

// Words of the second factor, sessions and passwords.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const securityTexts = dictionary({
  "account.security": ["Security", "নিরাপত্তা"],
  "security.change": ["Change password", "পাসওয়ার্ড বদলান"],
  "security.changed": [
    "Your password was changed. You are signed out everywhere else.",
    "পাসওয়ার্ড বদলানো হয়েছে। অন্য সব জায়গা থেকে সাইন আউট হয়েছে।",
  ],
  "security.code": ["Code of the app", "অ্যাপের কোড"],
  "security.codes": ["Recovery codes", "পুনরুদ্ধার কোড"],
  "security.codes_text": [
    "Each one signs you in once, without the app. Write them down: they are not shown again.",
    "প্রতিটি কোড অ্যাপ ছাড়া একবার সাইন ইন করায়। লিখে রাখুন: আর দেখানো হবে না।",
  ],
  "security.current_password": ["Your password", "আপনার পাসওয়ার্ড"],
  "security.duty": ["One more step", "আর একটি ধাপ"],
  "security.duty_text": [
    "Your company asks everybody for a code beside the password. Set it up once, then you are signed in.",
    "আপনার প্রতিষ্ঠানে পাসওয়ার্ডের পাশাপাশি একটি কোডও লাগে। একবার ঠিক করে নিলেই সাইন ইন হয়ে যাবে।",
  ],
  "security.end": ["Sign out there", "সেখান থেকে সাইন আউট"],
  "security.end_others": ["Sign out everywhere else", "অন্য সব জায়গা থেকে সাইন আউট"],
  "security.factor": ["Second factor", "দ্বিতীয় ধাপের যাচাই"],
  "security.factor_off": ["Off: the password alone signs you in.", "বন্ধ: শুধু পাসওয়ার্ডেই সাইন ইন হয়।"],
  "security.factor_on": ["On. Recovery codes left: {{count}}", "চালু। বাকি পুনরুদ্ধার কোড: {{count}}"],
  "security.new_password": ["New password", "নতুন পাসওয়ার্ড"],
  "security.new_password_hint": [
    "At least 8 characters, and none that many others use.",
    "অন্তত ৮ অক্ষর, এবং বহুল ব্যবহৃত নয়।",
  ],
  "security.new_password_again": ["The new password again", "নতুন পাসওয়ার্ড আবার"],
  "security.not_the_same": ["The two are not the same.", "দুটি এক নয়।"],
  "security.own_password": ["Choose your own password", "নিজের পাসওয়ার্ড দিন"],
  "security.own_password_text": [
    "The password that you typed was given to you for the first sign-in. Choose one that nobody else knows.",
    "যে পাসওয়ার্ড দিয়েছেন তা শুধু প্রথম সাইন ইনের জন্য। এমন একটি দিন যা আর কেউ জানে না।",
  ],
  "security.prepare": ["Switch on…", "চালু করুন…"],
  "security.scan": [
    "Scan this with your authenticator app, or type the key:",
    "অথেনটিকেটর অ্যাপ দিয়ে স্ক্যান করুন, অথবা এই কী লিখুন:",
  ],
  "security.sessions": ["Where you are signed in", "যেখানে যেখানে সাইন ইন আছে"],
  "security.set_password": ["Set password", "পাসওয়ার্ড দিন"],
  "security.sign_out_other": ["Signed in {{since}} · {{address}}", "সাইন ইন {{since}} · {{address}}"],
  "security.switch_off": ["Switch off", "বন্ধ করুন"],
  "security.switch_on": ["Switch on", "চালু করুন"],
  "security.this_session": ["This session", "এই সেশন"],
  "security.unknown_device": ["Unknown device", "অজানা যন্ত্র"],
});

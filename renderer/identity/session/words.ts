// Words of signing in, and of what ended a session.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const sessionTexts = dictionary({
  "app.store_broken": ["This computer's store does not open", "এই কম্পিউটারের ভাণ্ডার খুলছে না"],
  "app.store_broken_hint": [
    "Nothing of yours is deleted by this. Close other windows, make sure that the disk has space and that this is no private window, then try again. Do not clear the browser's data: payments may wait in it. If it stays like this, call whoever looks after your computers and show them this page.",
    "এতে আপনার কিছুই মুছে যায়নি। অন্য জানালাগুলো বন্ধ করুন, ডিস্কে জায়গা আছে কি না ও এটি প্রাইভেট জানালা কি না দেখুন, তারপর আবার চেষ্টা করুন। ব্রাউজারের তথ্য মুছবেন না: এতে টাকার হিসাব অপেক্ষায় থাকতে পারে। ঠিক না হলে যিনি কম্পিউটার দেখাশোনা করেন তাঁকে এই পাতা দেখান।",
  ],
  "notice.ended": [
    "You no longer work for this company. What you had done was handed in first, then its data was deleted from this computer.",
    "আপনি আর এই প্রতিষ্ঠানে কাজ করেন না। আপনার করা কাজ আগে জমা দেওয়া হয়েছে, তারপর তথ্য এই কম্পিউটার থেকে মুছে ফেলা হয়েছে।",
  ],
  "notice.ended_handing_in": [
    "You no longer work for this company. What you had done is being handed in; then its data is deleted from this computer.",
    "আপনি আর এই প্রতিষ্ঠানে কাজ করেন না। আপনার করা কাজ জমা দেওয়া হচ্ছে; তারপর তথ্য এই কম্পিউটার থেকে মুছে ফেলা হবে।",
  ],
  "notice.ended_work_left": [
    "You no longer work for this company. Some work could not be handed in and is still kept here, sealed: any colleague who signs in on this computer hands it in.",
    "আপনি আর এই প্রতিষ্ঠানে কাজ করেন না। কিছু কাজ জমা দেওয়া যায়নি, তা এখানে সিল করা আছে: যে সহকর্মী এই কম্পিউটারে সাইন ইন করবেন তিনিই জমা দেবেন।",
  ],
  "notice.other_tenant": [
    "Another company was signed in on this computer: the data of yours was deleted from it. What waited to be handed in is kept, sealed.",
    "এই কম্পিউটারে অন্য প্রতিষ্ঠান সাইন ইন করেছে: আপনার প্রতিষ্ঠানের তথ্য মুছে ফেলা হয়েছে। যা জমার অপেক্ষায় ছিল তা সিল করে রাখা আছে।",
  ],
  "notice.revoked": [
    "This computer was revoked by an administrator. Everything was handed in first, then its data was deleted.",
    "প্রশাসক এই কম্পিউটার বাতিল করেছেন। আগে সব কাজ জমা দেওয়া হয়েছে, তারপর তথ্য মুছে ফেলা হয়েছে।",
  ],
  "notice.revoked_handing_in": [
    "This computer was revoked by an administrator. What was done here is being handed in; then its data is deleted.",
    "প্রশাসক এই কম্পিউটার বাতিল করেছেন। এখানে করা কাজ জমা দেওয়া হচ্ছে; তারপর তথ্য মুছে ফেলা হবে।",
  ],
  "notice.revoked_work_left": [
    "This computer was revoked. Some work could not be handed in and is still kept here, sealed. Ask your administrator.",
    "এই কম্পিউটার বাতিল করা হয়েছে। কিছু কাজ জমা দেওয়া যায়নি, তা এখানে সিল করা আছে। প্রশাসকের সঙ্গে কথা বলুন।",
  ],
  "notice.store_gone": [
    "This computer's store was cleared or closed by something else. What waited was handed in from memory. Sign in online to fill it again.",
    "এই কম্পিউটারের ভাণ্ডার অন্য কিছু মুছে বা বন্ধ করে দিয়েছে। যা অপেক্ষায় ছিল তা মেমরি থেকে জমা দেওয়া হয়েছে। আবার ভরতে লাইনসহ সাইন ইন করুন।",
  ],
  "notice.wiped": [
    "This computer's data was deleted in another window.",
    "এই কম্পিউটারের তথ্য অন্য একটি জানালায় মুছে ফেলা হয়েছে।",
  ],
  "sign_in.account": ["Account", "অ্যাকাউন্ট"],
  "sign_in.back_to_known": ["Back to the accounts of this computer", "এই কম্পিউটারের অ্যাকাউন্টে ফিরুন"],
  "sign_in.claim": [
    "The counter stays open, also when the internet is down.",
    "ইন্টারনেট না থাকলেও কাউন্টার খোলা থাকে।",
  ],
  "sign_in.enter": ["Sign in", "সাইন ইন"],
  "sign_in.forgot": [
    "Forgot it? Ask an administrator of your company for a new one.",
    "ভুলে গেছেন? নতুন পাসওয়ার্ডের জন্য প্রতিষ্ঠানের প্রশাসককে বলুন।",
  ],
  "sign_in.offline_hint": ["Works without internet, too.", "লাইন ছাড়াও চলে।"],
  "sign_in.other": ["Sign in as somebody else", "অন্য কেউ সাইন ইন করবেন"],
  "sign_in.otp": ["Code of the app, or a recovery code", "অ্যাপের কোড, অথবা পুনরুদ্ধার কোড"],
  "sign_in.register": ["New here? Register your company", "নতুন? আপনার প্রতিষ্ঠান নিবন্ধন করুন"],
  "sign_in.password": ["Password", "পাসওয়ার্ড"],
  "sign_in.plain_http": [
    "The line to this server is not encrypted: passwords can be read on the way.",
    "এই সার্ভারের লাইন এনক্রিপ্ট করা নয়: পথে পাসওয়ার্ড পড়া যেতে পারে।",
  ],
  "sign_in.plain_http_refused": [
    "The line to this server would not be encrypted: passwords could be read on the way. Use an address that begins with https://.",
    "এই সার্ভারের লাইন এনক্রিপ্ট করা থাকত না: পথে পাসওয়ার্ড পড়া যেত। https:// দিয়ে শুরু হওয়া ঠিকানা দিন।",
  ],
  "sign_in.promise": [
    "Payments, receipts and customers are kept on this computer, encrypted, and reach the server by themselves.",
    "পেমেন্ট, রসিদ ও গ্রাহকের তথ্য এই কম্পিউটারে এনক্রিপ্ট করা থাকে, আর নিজে থেকেই সার্ভারে পৌঁছায়।",
  ],
  "sign_in.server": ["Server address", "সার্ভারের ঠিকানা"],
  "sign_in.server_hint": ["Asked once on this computer.", "এই কম্পিউটারে একবারই জিজ্ঞেস করা হয়।"],
  "sign_in.tenant": ["Company", "প্রতিষ্ঠান"],
  "sign_in.title": ["Sign in", "সাইন ইন"],
  "sign_in.tries_left": [
    "{{count}} more tries on this computer.",
    "এই কম্পিউটারে আর {{count}} বার চেষ্টা করা যাবে।",
  ],
  "sign_in.unlock": ["Welcome back", "আবার স্বাগতম"],
  "sign_in.username": ["Username", "ইউজারনেম"],
  "sign_in.wrong_password": ["Wrong password.", "পাসওয়ার্ড ভুল।"],
});

// Words of the scan dialog.
import { dictionary } from "../i18n/dictionary.ts";

export const scanTexts = dictionary({
  "scan.dark": ["Light off", "আলো নেভান"],
  "scan.hint": [
    "Hold the QR code or barcode inside the frame. It is read by itself.",
    "QR কোড বা বারকোড ফ্রেমের ভেতরে ধরুন। নিজে থেকেই পড়বে।",
  ],
  "scan.light": ["Light on", "আলো জ্বালান"],
  "scan.picture": ["What the camera sees", "ক্যামেরায় যা দেখা যাচ্ছে"],
  "scan.trouble.busy": [
    "Another program uses the camera. Close it and try again, or type the code below.",
    "অন্য প্রোগ্রাম ক্যামেরা ব্যবহার করছে। সেটি বন্ধ করে আবার চেষ্টা করুন, বা নিচে কোড লিখুন।",
  ],
  "scan.trouble.insecure": [
    "Browsers give the camera to addresses that begin with https:// alone. Type the code below.",
    "ঠিকানা https:// দিয়ে শুরু না হলে ব্রাউজার ক্যামেরা দেয় না। নিচে কোড লিখুন।",
  ],
  "scan.trouble.none": [
    "No camera was found on this device. Type the code below.",
    "এই যন্ত্রে ক্যামেরা পাওয়া যায়নি। নিচে কোড লিখুন।",
  ],
  "scan.trouble.refused": [
    "The camera is not allowed for this app. Allow it in the browser's settings for this site and try again, or type the code below.",
    "এই অ্যাপকে ক্যামেরার অনুমতি দেওয়া নেই। ব্রাউজারে এই সাইটের সেটিংসে অনুমতি দিয়ে আবার চেষ্টা করুন, বা নিচে কোড লিখুন।",
  ],
  "scan.trouble.unknown": [
    "The camera did not start. Try again, or type the code below.",
    "ক্যামেরা চালু হয়নি। আবার চেষ্টা করুন, বা নিচে কোড লিখুন।",
  ],
  "scan.typed": ["Or type the code", "অথবা কোড লিখুন"],
});

// How a field is written, said when it was wrong: by what the declarations say of it (a pattern's `hint`), for every field alike.
import { dictionary } from "./dictionary.ts";

const DAY = ["A day of the calendar", "পঞ্জিকার একটি দিন"] as const;
const MAIL = ["As in name@example.com", "যেমন name@example.com"] as const;
const MOMENT = ["A day and a time of day", "একটি দিন ও সময়"] as const;
const TIME = ["A time of day, such as 14:30", "দিনের একটি সময়, যেমন 14:30"] as const;

export const writtenTexts = dictionary({
  "written.a_host_name_or_address": [
    "A name or an address, such as 10.0.0.1 or router.example.net",
    "একটি নাম বা ঠিকানা, যেমন 10.0.0.1 বা router.example.net",
  ],
  "written.a_name_such_as_smtp_example_net": [
    "A name, such as smtp.example.net",
    "একটি নাম, যেমন smtp.example.net",
  ],
  "written.a_picture_png_jpeg_or_webp": ["A picture: PNG, JPEG or WebP", "একটি ছবি: PNG, JPEG বা WebP"],
  "written.a_time_of_day_hh_mm": TIME,
  "written.an_address_that_begins_with_http": [
    "An address that begins with http:// or https://",
    "http:// বা https:// দিয়ে শুরু হওয়া একটি ঠিকানা",
  ],
  "written.not_an_ipv4_address_that_a_line_can_have": [
    "An address that a line can have, such as 10.5.0.20",
    "লাইনের জন্য ব্যবহারযোগ্য একটি ঠিকানা, যেমন 10.5.0.20",
  ],
  "written.an_iso_4217_code": ["Three capital letters, such as BDT", "তিনটি বড় হাতের অক্ষর, যেমন BDT"],
  "written.as_routeros_writes_it_20m_80m_8m_40m_16_16_8": [
    "As the router writes it, such as 20M/80M 8M/40M 16/16 8",
    "রাউটার যেভাবে লেখে, যেমন 20M/80M 8M/40M 16/16 8",
  ],
  "written.characters_that_can_be_typed": ["Only characters that can be typed", "শুধু কিবোর্ডে লেখা যায় এমন অক্ষর"],
  "written.control_characters_and_halves_of_characters_are_not_allowed": [
    "Only characters that can be typed, on one line",
    "শুধু কিবোর্ডে লেখা যায় এমন অক্ষর, এক লাইনে",
  ],
  "written.letters_a_to_z_digits_and_at_most_50": [
    "Letters a to z, digits, _ and -, at most 50",
    "a থেকে z, সংখ্যা, _ ও -, সর্বোচ্চ ৫০টি",
  ],
  "written.hours_such_as_09_00_11_00_14_00_16_00": [
    "Hours, such as 09:00-11:00,14:00-16:00",
    "সময়, যেমন 09:00-11:00,14:00-16:00",
  ],
  "written.letters_and_digits_without_accents": [
    "Only a–z, A–Z, digits, . _ and -",
    "শুধু a–z, A–Z, অঙ্ক, . _ ও -",
  ],
  "written.letters_digits_and": [
    "Only letters, digits and . _ @ + -, without spaces",
    "শুধু অক্ষর, অঙ্ক ও . _ @ + -, ফাঁকা জায়গা ছাড়া",
  ],
  "written.lower_case_letters_digits_and_hyphens": ["Only a–z, digits and hyphens", "শুধু a–z, অঙ্ক ও হাইফেন"],
  "written.must_not_be_empty": ["More than spaces", "শুধু ফাঁকা জায়গা নয়"],
  "written.no_spaces": ["No spaces", "ফাঁকা জায়গা ছাড়া"],
  "written.not_a_country_code_such_as_bd": ["Two capital letters, such as BD", "দুটি বড় হাতের অক্ষর, যেমন BD"],
  "written.not_a_date_yyyy_mm_dd_from_1900_01_01_to_9999_12_31": DAY,
  "written.not_a_datetime": MOMENT,
  "written.not_a_decimal_number_in_range": ["A number, such as 12.5", "একটি সংখ্যা, যেমন 12.5"],
  "written.not_a_locale_such_as_en_or_bn_bd": ["Such as en or bn-BD", "যেমন en বা bn-BD"],
  "written.not_a_mac_address": ["As in AA:BB:CC:00:11:22", "যেমন AA:BB:CC:00:11:22"],
  "written.not_a_moment_in_the_years_1900_to_9999": MOMENT,
  "written.not_a_month_yyyy_mm": ["A month of the calendar", "পঞ্জিকার একটি মাস"],
  "written.not_a_number": ["A whole number", "একটি পূর্ণ সংখ্যা"],
  "written.not_a_time_of_the_day_hh_mm": TIME,
  "written.not_an_amount_of_money": ["An amount, such as 12.50", "একটি পরিমাণ, যেমন 12.50"],
  "written.not_an_e_mail_address": MAIL,
  "written.not_an_ipv4_address": ["Four numbers, as in 10.0.0.12", "চারটি সংখ্যা, যেমন 10.0.0.12"],
  "written.not_empty_and_none_of_routeros_s_own_profiles": [
    "Not “default”, which is the router's own",
    "“default” নয়, সেটি রাউটারের নিজের",
  ],
  "written.not_utc_or_an_iana_time_zone_such_as_asia_dhaka": [
    "A time zone, such as Asia/Dhaka",
    "একটি টাইম জোন, যেমন Asia/Dhaka",
  ],
  "written.printable_characters": [
    "Only letters, digits and signs of the keyboard",
    "শুধু কিবোর্ডের অক্ষর, অঙ্ক ও চিহ্ন",
  ],
  "written.sha_256_as_64_hexadecimal_digits": [
    "64 digits and letters a–f, such as the router shows them",
    "64টি অঙ্ক ও a–f অক্ষর, রাউটার যেমন দেখায়",
  ],
  "written.weekdays_such_as_fri_sat": ["Weekdays, such as FRI,SAT", "সপ্তাহের দিন, যেমন FRI,SAT"],
});

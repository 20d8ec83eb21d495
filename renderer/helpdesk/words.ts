// Words of tickets, their categories, and work orders.
import {
  task,
  taskPhoto,
  taskTemplate,
  ticket,
  ticketCategory,
  ticketReply,
} from "../../shared/helpdesk/index.ts";
import { words } from "../kernel/i18n/worded-resource.ts";

const CATEGORY = {
  NO_INTERNET: ["No internet", "ইন্টারনেট নেই"],
  SLOW: ["Slow", "ধীরগতি"],
  BILLING: ["Billing", "বিল"],
  HARDWARE: ["Hardware", "যন্ত্রপাতি"],
  RELOCATION: ["Moving house", "স্থানান্তর"],
  OTHER: ["Other", "অন্যান্য"],
} as const;

const PRIORITY = {
  LOW: ["Low", "কম"],
  MEDIUM: ["Medium", "মাঝারি"],
  HIGH: ["High", "বেশি"],
  URGENT: ["Urgent", "জরুরি"],
} as const;

export const ticketCategoryWords = words(ticketCategory, {
  one: ["ticket category", "টিকিটের ধরন"],
  many: ["ticket categories", "টিকিটের ধরন"],
  fields: {
    name: ["Name", "নাম"],
    category: ["Counts as", "যে শ্রেণিতে"],
    sla_hours: ["Answered within (hours)", "সাড়ার সময় (ঘণ্টা)"],
    is_active: ["In use", "চালু"],
  },
  choices: { category: CATEGORY },
});

export const ticketWords = words(ticket, {
  one: ["ticket", "টিকিট"],
  many: ["tickets", "টিকিট"],
  fields: {
    ticket_number: ["Number", "নম্বর"],
    customer: ["Customer", "গ্রাহক"],
    subject: ["Subject", "বিষয়"],
    description: ["What is wrong", "সমস্যার বিবরণ"],
    category: ["Category", "শ্রেণি"],
    kind: ["Kind of trouble", "সমস্যার ধরন"],
    priority: ["Priority", "অগ্রাধিকার"],
    status: ["Status", "অবস্থা"],
    assigned_to: ["Assigned to", "দায়িত্বে"],
    resolved_at: ["Resolved", "সমাধান হয়েছে"],
    incident: ["Outage", "বিভ্রাট"],
  },
  inputs: { message: ["Message", "বার্তা"], is_internal: ["Note for the staff only", "শুধু কর্মীদের জন্য নোট"] },
  choices: {
    category: CATEGORY,
    priority: PRIORITY,
    status: {
      OPEN: ["Open", "খোলা"],
      IN_PROGRESS: ["In progress", "চলছে"],
      WAITING: ["Waiting", "অপেক্ষায়"],
      RESOLVED: ["Resolved", "সমাধান হয়েছে"],
      CLOSED: ["Closed", "বন্ধ"],
    },
  },
  operations: {
    reply: ["Reply", "উত্তর দিন"],
    move: ["Move on", "এগিয়ে নিন"],
    dispatch: ["Send somebody", "লোক পাঠান"],
    join_incident: ["Put under an outage", "বিভ্রাটের সাথে যুক্ত করুন"],
  },
  empty: ["Open one when somebody calls for help.", "কেউ সাহায্যের জন্য ফোন করলে একটি খুলুন।"],
});

export const ticketReplyWords = words(ticketReply, {
  one: ["reply", "উত্তর"],
  many: ["replies", "উত্তর"],
  title: ["Ticket replies", "টিকিটের উত্তর"],
  fields: {
    ticket: ["Ticket", "টিকিট"],
    message: ["Message", "বার্তা"],
    is_internal: ["Note for the staff only", "শুধু কর্মীদের জন্য নোট"],
    author: ["Written by", "লিখেছেন"],
    written_at: ["Written", "লেখার সময়"],
  },
});

const TASK_TYPE = {
  INSTALLATION: ["Installation", "সংযোগ স্থাপন"],
  REPAIR: ["Repair", "মেরামত"],
  INSPECTION: ["Inspection", "পরিদর্শন"],
} as const;

export const taskTemplateWords = words(taskTemplate, {
  one: ["task template", "কাজের নমুনা"],
  many: ["task templates", "কাজের নমুনা"],
  fields: {
    name: ["Name", "নাম"],
    task_type: ["Kind of work", "কাজের ধরন"],
    checklist: ["Checklist", "করণীয় তালিকা"],
    priority: ["Priority", "অগ্রাধিকার"],
    minutes_expected: ["Minutes it takes", "যত মিনিট লাগে"],
    needs_rx: ["Signal is measured at the end", "শেষে সিগন্যাল মাপতে হবে"],
    needs_signature: ["The customer signs", "গ্রাহক স্বাক্ষর করবেন"],
    needs_photo: ["A photo is taken", "ছবি তুলতে হবে"],
    is_active: ["In use", "চালু"],
  },
  choices: { task_type: TASK_TYPE, priority: PRIORITY },
  empty: [
    "Say once what belongs to an installation or a repair.",
    "সংযোগ স্থাপন বা মেরামতে কী কী লাগে তা একবার লিখে রাখুন।",
  ],
});

/** What is known of a picture before it arrives. */
const PICTURE = {
  kind: ["Kind", "ধরন"],
  content_type: ["File type", "ফাইলের ধরন"],
  bytes: ["Size in bytes", "আকার (বাইট)"],
  sha256: ["Check sum", "যাচাই অঙ্ক"],
  width: ["Width in pixels", "প্রস্থ (পিক্সেল)"],
  height: ["Height in pixels", "উচ্চতা (পিক্সেল)"],
  note: ["Note", "মন্তব্য"],
} as const;

export const taskPhotoWords = words(taskPhoto, {
  one: ["photo", "ছবি"],
  many: ["photos", "ছবি"],
  title: ["Photos of tasks", "কাজের ছবি"],
  fields: {
    task: ["Task", "কাজ"],
    ...PICTURE,
    taken_at: ["Taken", "তোলার সময়"],
    taken_by: ["Taken by", "তুলেছেন"],
    arrived_at: ["Arrived", "পৌঁছেছে"],
  },
  choices: {
    kind: { PHOTO: ["Photo", "ছবি"], SIGNATURE: ["Signature", "স্বাক্ষর"] },
    content_type: {
      "image/jpeg": ["JPEG", "JPEG"],
      "image/webp": ["WebP", "WebP"],
      "image/png": ["PNG", "PNG"],
    },
  },
});

export const taskWords = words(task, {
  one: ["task", "কাজ"],
  many: ["tasks", "কাজ"],
  fields: {
    title: ["Title", "শিরোনাম"],
    description: ["What is to be done", "কী করতে হবে"],
    customer: ["Customer", "গ্রাহক"],
    task_type: ["Kind of work", "কাজের ধরন"],
    priority: ["Priority", "অগ্রাধিকার"],
    status: ["Status", "অবস্থা"],
    assigned_to: ["Assigned to", "দায়িত্বে"],
    due_date: ["Due", "শেষ তারিখ"],
    window_from: ["Not before", "যে সময়ের আগে নয়"],
    window_to: ["Not after", "যে সময়ের পরে নয়"],
    sequence: ["Place in the day", "দিনের ক্রম"],
    ticket: ["Ticket", "টিকিট"],
    incident: ["Outage", "বিভ্রাট"],
    template: ["Template", "নমুনা"],
    follows: ["Goes on with", "যে কাজের পরের অংশ"],
    location: ["Place", "স্থান"],
    checklist: ["Checklist", "করণীয় তালিকা"],
    started_at: ["Begun", "শুরু হয়েছে"],
    resumed_at: ["At work since", "যখন থেকে কাজ চলছে"],
    paused_at: ["Rests since", "যখন থেকে বিরতি"],
    worked_seconds: ["Worked for", "কাজ হয়েছে"],
    rx_before_dbm: ["Signal before (dBm)", "আগের সিগন্যাল (dBm)"],
    rx_after_dbm: ["Signal after (dBm)", "পরের সিগন্যাল (dBm)"],
    signed_by: ["Signed by", "স্বাক্ষর করেছেন"],
    left_unfixed: ["Left unfixed because", "অসমাপ্ত রাখার কারণ"],
    completed_at: ["Done on", "শেষ হয়েছে"],
    completion_notes: ["What was done", "যা করা হয়েছে"],
    cancel_reason: ["Why cancelled", "বাতিলের কারণ"],
  },
  choices: {
    task_type: TASK_TYPE,
    priority: PRIORITY,
    status: {
      PENDING: ["Waiting", "অপেক্ষায়"],
      ASSIGNED: ["Assigned", "দেওয়া হয়েছে"],
      IN_PROGRESS: ["In progress", "চলছে"],
      COMPLETED: ["Done", "শেষ"],
      CANCELLED: ["Cancelled", "বাতিল"],
    },
  },
  operations: {
    assign: ["Assign", "দায়িত্ব দিন"],
    start: ["Start work", "কাজ শুরু করুন"],
    pause: ["Pause", "বিরতি দিন"],
    complete: ["Mark as done", "শেষ করুন"],
    cancel: ["Cancel the task", "কাজ বাতিল করুন"],
    check: ["Tick a point", "টিক দিন"],
    arrange: ["Plan", "পরিকল্পনা করুন"],
    add_photo: ["Add a photo", "ছবি যোগ করুন"],
    remove_photo: ["Take a photo back", "ছবি সরান"],
  },
  inputs: {
    ...PICTURE,
    photo: ["Photo", "ছবি"],
    text: ["Point", "বিষয়"],
    done: ["Done", "হয়েছে"],
  },
  empty: ["Make one for each visit to a customer.", "গ্রাহকের কাছে প্রতিটি কাজের জন্য একটি করুন।"],
});

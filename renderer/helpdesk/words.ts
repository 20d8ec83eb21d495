// Words of tickets, their categories, and work orders.
import { task, ticket, ticketCategory, ticketReply } from "../../shared/helpdesk/index.ts";
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
  operations: { reply: ["Reply", "উত্তর দিন"], move: ["Move on", "এগিয়ে নিন"] },
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
    location: ["Place", "স্থান"],
    checklist: ["Checklist", "করণীয় তালিকা"],
    completed_at: ["Done on", "শেষ হয়েছে"],
    completion_notes: ["What was done", "যা করা হয়েছে"],
    cancel_reason: ["Why cancelled", "বাতিলের কারণ"],
  },
  choices: {
    task_type: {
      INSTALLATION: ["Installation", "সংযোগ স্থাপন"],
      REPAIR: ["Repair", "মেরামত"],
      INSPECTION: ["Inspection", "পরিদর্শন"],
    },
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
    complete: ["Mark as done", "শেষ করুন"],
    cancel: ["Cancel the task", "কাজ বাতিল করুন"],
    check: ["Tick a point", "টিক দিন"],
  },
  inputs: { text: ["Point", "বিষয়"], done: ["Done", "হয়েছে"] },
  empty: ["Make one for each visit to a customer.", "গ্রাহকের কাছে প্রতিটি কাজের জন্য একটি করুন।"],
});

// Words of the table of router jobs.
import { dictionary } from "../../kernel/i18n/dictionary.ts";

export const jobTexts = dictionary({
  "net.job.age": ["Asked", "চাওয়া হয়েছে"],
  "net.job.attempts": ["Tries", "চেষ্টা"],
  "net.job.cancel": ["Cancel this job", "কাজটি বাদ দিন"],
  "net.job.cancelled": ["The job was given up", "কাজটি বাদ দেওয়া হয়েছে"],
  "net.job.compare": ["Compare with the router", "রাউটারের সাথে তুলনা"],
  "net.job.customer": ["Customer", "গ্রাহক"],
  "net.job.empty": ["No such jobs", "এমন কোনো কাজ নেই"],
  "net.job.empty_hint": [
    "Jobs appear here when a payment, a suspension or a new package has to reach a router.",
    "কোনো পেমেন্ট, স্থগিতকরণ বা নতুন প্যাকেজ রাউটারে পৌঁছাতে হলে কাজ এখানে দেখা যায়।",
  ],
  "net.job.kind": ["What", "কী"],
  "net.job.limit": ["The newest {{n}} of each state are shown.", "প্রতিটি অবস্থার সর্বশেষ {{n}}টি দেখানো হয়।"],
  "net.job.next": ["next try {{ago}}", "পরের চেষ্টা {{ago}}"],
  "net.job.problem": ["Last error", "শেষ ত্রুটি"],
  "net.job.requested_by": ["Asked by", "যিনি চেয়েছেন"],
  "net.job.retried": ["The job is queued again", "কাজটি আবার সারিতে আছে"],
  "net.job.retry": ["Try this job again now", "এখনই আবার চেষ্টা করুন"],
  "net.job.router": ["Router", "রাউটার"],
  "net.job.state": ["State", "অবস্থা"],
  "net.job.waiting_for_agent": [
    "Waits for an office computer that reaches the router",
    "রাউটারে পৌঁছায় এমন অফিস কম্পিউটারের অপেক্ষায়",
  ],
  "net.jobs": ["Jobs", "কাজ"],
  "net.jobs.ALL": ["All", "সব"],
  "net.jobs.FAILED": ["Failed", "ব্যর্থ"],
  "net.jobs.OPEN": ["Open", "বাকি"],
  "net.jobs.SUCCEEDED": ["Done", "সম্পন্ন"],
  "net.jobs.failing": ["Jobs ({{n}} failed)", "কাজ ({{n}}টি ব্যর্থ)"],
});

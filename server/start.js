// `npm run server`. Node keeps what it has compiled, in the system's temporary folder: the next start finds it there, and takes
// two thirds of the time. What is imported here would be compiled before that is said; and of TypeScript this file would have
// Node read its own compiler for it, at each start.
import { enableCompileCache } from "node:module";

enableCompileCache();
await import("./serve.ts");

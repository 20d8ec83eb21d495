// `npm start`. Node keeps what it has compiled, as it does for the server (server/start.js).
import { enableCompileCache } from "node:module";

enableCompileCache();
await import("./demo/demo.ts");

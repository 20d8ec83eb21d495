// Runs in the sandbox before the page: gives it one way to talk to the main process, and no other part of Electron.
import { exposeElectronTRPC } from "trpc-electron/main";

exposeElectronTRPC();

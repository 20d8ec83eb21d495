// What the page calls. It stands apart from the start, which the build puts into one file with all that it needs.
import { start } from "./start.tsx";

void start();

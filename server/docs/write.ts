// `npm run docs`: writes the permission matrix anew, the one made page that is kept, because people review what changes in it.
import { writeFile } from "node:fs/promises";
import { permissionMatrix } from "./permission-matrix.ts";

await writeFile(new URL("permission-matrix.md", import.meta.url), permissionMatrix());

// `npm run docs`: writes the pages of docs/ that are made from the program itself.
import { writeFile } from "node:fs/promises";
import { permissionMatrix } from "./permission-matrix.ts";
import { postmanCollection } from "./postman/collection.ts";

const write = (name: string, text: string) => writeFile(new URL(`../../docs/${name}`, import.meta.url), text);

await write("permission-matrix.md", permissionMatrix());
await write("lastmile.postman_collection.json", postmanCollection());

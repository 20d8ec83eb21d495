// Who may import whom: six families of rules over the paths of the source tree (read by cruise.ts).
import type { IFlattenedRuleSet, IRegularForbiddenRuleType } from "dependency-cruiser";

/** In dependency order: a later area may use an earlier one's door, never the reverse. */
const areas = [
  "platform",
  "identity",
  "network",
  "subscribers",
  "billing",
  "helpdesk",
  "store",
  "callcenter",
  "hr",
  "reports",
  "integrations",
];
const processes = ["shared", "server", "main", "renderer"];
const anyArea = `^(${processes.join("|")})/(${areas.join("|")})/`;

function error(
  name: string,
  comment: string,
  from: IRegularForbiddenRuleType["from"],
  to: IRegularForbiddenRuleType["to"],
): IRegularForbiddenRuleType & { name: string; comment: string } {
  return { name, comment, severity: "error", from, to };
}

const oneProcess = ["server", "main", "renderer"].map((process) =>
  error(
    `one-process-one-folder-${process}`,
    `${process} is bundled and run by itself: it may reach only shared, so that no secret and no driver leaks across`,
    { path: `^${process}/` },
    { path: `^(${["server", "main", "renderer", "test"].filter((other) => other !== process).join("|")})/` },
  ),
);

const order = areas
  .slice(0, -1)
  .map((area, index) =>
    error(
      `area-order-${area}`,
      `${area} comes before ${areas.slice(index + 1).join(", ")} and must not know them`,
      { path: `^(${processes.join("|")})/${area}/` },
      { path: `^(${processes.join("|")})/(${areas.slice(index + 1).join("|")})/` },
    ),
  );

export const ruleSet = {
  forbidden: [
    error("no-cycles", "types included: a cycle is one module cut into two files", {}, { circular: true }),
    ...oneProcess,
    error(
      "shared-is-a-leaf",
      "shared runs in every process, so it may know none of them",
      { path: "^shared/" },
      { pathNot: "^shared/" },
    ),
    // Transitive by itself: whatever a kernel reaches, it reaches through kernels.
    error(
      "kernel-knows-no-area",
      "a kernel imports kernels alone, so that no way leads from it to an area; what it needs of one it gets as a parameter from the assembly files (app, start, main)",
      { path: `^(${processes.join("|")})/kernel/` },
      {
        path: "^($1|shared)/",
        pathNot: [`^(${processes.join("|")})/kernel/`],
      },
    ),
    error(
      "practice-has-no-way-out",
      "what is done in practice can't be sent or kept, since nothing there knows the server, the disk, the session or the outbox that is handed in",
      { path: "^renderer/(kernel/practice/(practice-re|outcomes)|[a-z]+/practice-outcomes)" },
      {
        path: "^renderer/kernel/",
        pathNot: [
          "^renderer/kernel/(practice|expected)/",
          "^renderer/kernel/connection/local-failure\\.ts\\.js$",
          "^renderer/kernel/money-format\\.ts\\.js$",
          "^renderer/kernel/replica/(index|observable|memory/profile|outbox/(outbox-commands|scope))\\.ts\\.js$",
        ],
      },
    ),
    error(
      "simulators-know-no-product",
      "a simulated device that is made of what the product believes of it proves nothing: its tables are written from recordings and the vendor's own papers",
      { path: "^main/network/simulators/" },
      { path: "^(main|shared|server|renderer)/", pathNot: ["^main/network/simulators/", "^shared/kernel/"] },
    ),
    error(
      "areas-meet-at-index",
      "another area's only door is its index.ts; within one area, also across processes, any file may be used",
      { path: `^(?:${processes.join("|")})/(${areas.join("|")})/` },
      { path: anyArea, pathNot: [`^(?:${processes.join("|")})/$1/`, "/index\\.tsx?\\.js$"] },
    ),
    ...order,
  ],
} satisfies IFlattenedRuleSet;

// The commands that set a MikroTik router up for the product: a user of least rights, and no other at the API.
import { quoted } from "../script-text.rules.ts";

export interface SetupTarget {
  username: string;
  /** Made for this script; the operator enters it at the router's record. */
  password: string;
  api_port: number;
  use_tls: boolean;
  /** The agent's address as the router sees it; null: not known yet. */
  agent_address: string | null;
  /** On TRIAL nothing is written, so the user may not write either. */
  mode: "TRIAL" | "LIVE";
}

/** The command that gives the product's group its rights: all that is needed, or all but writing. */
export const rightsCommand = (mode: SetupTarget["mode"]): string =>
  `/user group set lastmile policy=read,${mode === "LIVE" ? "write," : ""}api,test,reboot`;

/** The script as text to be pasted into the router's terminal; a second run changes nothing more. */
export function setupScript(target: SetupTarget): string {
  const { username, password, api_port, use_tls, agent_address, mode } = target;
  const address = agent_address ?? "PUT-THE-ADDRESS-OF-THE-AGENT-HERE";
  const service = use_tls ? "api-ssl" : "api";
  const user = quoted(username);
  return [
    "# Paste this into the router's terminal (New Terminal in WinBox), signed in as an administrator.",
    ...(agent_address === null
      ? ["# First put in the address of the computer that runs the network agent, as this router sees it."]
      : [`# ${address} is the computer that runs the network agent, as this router sees it.`]),
    "# The password was made for this script and is kept nowhere: enter it at the router in Lastmile.",
    "",
    ...(mode === "LIVE"
      ? ["# A group of its own: reads, writes, measures and restarts through the API, and nothing else."]
      : [
          "# A group of its own: reads, measures and restarts through the API, and nothing else: the router is on trial.",
          `# Before it is switched to live: ${rightsCommand("LIVE")}`,
        ]),
    ":if ([:len [/user group find name=lastmile]] = 0) do={/user group add name=lastmile}",
    rightsCommand(mode),
    `:if ([:len [/user find name=${user}]] = 0) do={/user add name=${user} group=lastmile password=${quoted(password)}}`,
    `/user set [find name=${user}] group=lastmile password=${quoted(password)} address=${address}`,
    "",
    ...(use_tls
      ? [
          "# A certificate of its own, so that the connection can be told from an impostor's.",
          ":if ([:len [/certificate find name=lastmile-api]] = 0) do={",
          "  /certificate add name=lastmile-api common-name=lastmile-api key-size=2048 days-valid=3650",
          "  /certificate sign lastmile-api",
          "  :delay 10s",
          "}",
          `/ip service set api-ssl certificate=lastmile-api port=${api_port} address=${address} disabled=no`,
          "/ip service set api disabled=yes",
        ]
      : [
          `/ip service set ${service} port=${api_port} address=${address} disabled=no`,
          "# Better: encrypted. Switch API-SSL on at the router in Lastmile, and take the script that it then shows.",
        ]),
    "",
  ].join("\n");
}

// The state of the connection in the header; opens the Sync screen.
import { Badge } from "@mantine/core";
import { IconCloudCheck, IconCloudOff, IconCloudUp, IconExclamationCircle } from "@tabler/icons-react";
import { Link } from "react-router";
import { isPlainHttp } from "../../../shared/kernel/desktop/server-address.ts";
import { useConnection } from "../connection/connection.ts";
import { useWords } from "../i18n/index.ts";
import { syncProblemWords } from "../problem-words.ts";
import { useSession } from "../session/session-store.ts";
import { useFormat } from "../use-format.ts";
import { connectionWords } from "./connection-words.ts";
import { isPhone } from "./phone/waiting-words.ts";
import classes from "./shell.module.css";

export function ConnectionPill() {
  const t = useWords();
  const format = useFormat();
  const connection = useConnection();
  const others = useSession(({ accounts, account }) =>
    accounts.reduce((sum, { id, waiting }) => sum + (id === account?.id ? 0 : waiting), 0),
  );
  const account = useSession(({ account }) => account);
  const { text, color } = connectionWords(connection, t, format.time, others, isPhone());
  const Icon =
    connection.need_you > 0
      ? IconExclamationCircle
      : connection.waiting + connection.photos > 0
        ? IconCloudUp
        : color === "green"
          ? IconCloudCheck
          : IconCloudOff;
  return (
    <>
      <Link
        to="/sync"
        className={classes.pill}
        title={connection.problem ? syncProblemWords(connection.problem, t).text : t("line.open_sync")}
        data-testid="connection"
        data-in-step-since={connection.last_in_sync_at}
      >
        <Badge
          component="span"
          size="lg"
          color={color}
          leftSection={<Icon size={15} aria-hidden />}
          style={{ cursor: "pointer" }}
          miw={0}
          fw={600}
        >
          {text}
        </Badge>
      </Link>
      {account && isPlainHttp(account.server) ? (
        <Badge size="lg" color="red" variant="filled" fw={600} style={{ flex: "none" }}>
          {t("line.plain_http")}
        </Badge>
      ) : null}
      <span className="visually-hidden" role="status">
        {text}
      </span>
    </>
  );
}

// What waits on this phone, as a sentence at the top of each screen; a touch opens the Sync screen.
import { IconClock } from "@tabler/icons-react";
import { Link } from "react-router";
import { useConnection } from "../../connection/connection.ts";
import { useWords } from "../../i18n/index.ts";
import classes from "./waiting-bar.module.css";
import { isPhone, waitingWords } from "./waiting-words.ts";

export function WaitingBar() {
  const t = useWords();
  const words = waitingWords(useConnection(), t, isPhone());
  if (words === null) return null;
  return (
    <Link to="/sync" className={classes.bar} data-testid="waiting">
      <IconClock size={16} aria-hidden />
      {words}
    </Link>
  );
}

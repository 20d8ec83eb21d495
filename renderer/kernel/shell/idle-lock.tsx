// Locks an unused computer, so that the next person at the counter does not work under another one's name. What was typed
// is kept, and what waits is handed in by the next person who signs in.
import { Notification } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useWords } from "../i18n/index.ts";
import { useSession } from "../session/session-store.ts";
import { idleness } from "./idle.rules.ts";
import classes from "./shell.module.css";

/** By these a person says that they are here. */
const TOUCHES = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;
/** How often the clock is looked at, in ms; after a sleep the first look, or the first touch, locks. */
const LOOK_MS = 5_000;

export function IdleLock() {
  const t = useWords();
  const minutes = useSession(({ identity }) => Number(identity?.settings.lock_after_minutes ?? 0));
  const lock = useSession((session) => session.lock);
  const touched = useRef(Date.now());
  const [warned, setWarned] = useState(false);
  useEffect(() => {
    if (minutes <= 0) return;
    touched.current = Date.now();
    const look = () => {
      const state = idleness(Date.now() - touched.current, minutes);
      // In another window they may be at work: each looks for itself.
      if (state === "over") void lock({ only_here: true });
      else setWarned(state === "warned");
      return state;
    };
    const touch = () => {
      // A touch after the computer slept is no proof that the same person is back.
      if (look() === "over") return;
      touched.current = Date.now();
      setWarned(false);
    };
    for (const kind of TOUCHES) window.addEventListener(kind, touch, { passive: true });
    const timer = setInterval(look, LOOK_MS);
    return () => {
      for (const kind of TOUCHES) window.removeEventListener(kind, touch);
      clearInterval(timer);
    };
  }, [minutes, lock]);
  if (!warned) return null;
  return (
    <Notification
      className={classes.warning}
      icon={<IconLock size={18} aria-hidden />}
      color="orange"
      withCloseButton={false}
      role="alert"
    >
      {t("lock.soon")}
    </Notification>
  );
}

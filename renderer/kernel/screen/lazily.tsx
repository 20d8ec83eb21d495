// Components whose code is loaded when they are first shown, so that the first screen does not wait for the others.
import { Center, Loader } from "@mantine/core";
import { type ComponentType, type ReactNode, Suspense, use, useEffect, useState } from "react";
import { LocalFailure } from "../replica/index.ts";
import classes from "./lazily.module.css";

/** A load that failed is tried again by what is shown after this long, not by the same drawing of the page. */
const AGAIN_MS = 1000;

let others: (() => Promise<void>) | null = null;
let othersReady: Promise<void> | null = null;

/** What has to be there before anything but the first screen is shown, e.g. their words; loaded with the first of them. */
export function beforeOthers(load: () => Promise<void>): void {
  others = load;
}

async function withOthers<T>(loading: Promise<T>): Promise<T> {
  othersReady ??= others?.() ?? Promise.resolve();
  othersReady.catch(() => {
    othersReady = null;
  });
  await othersReady;
  return loading;
}

/**
 * The component `name` of the module that `load` imports. It suspends while it loads; where the line is cut and nothing
 * has kept the file, it throws LocalFailure OFFLINE, and tries again when it is shown again.
 * @param first It is a part of what is shown first, and waits for nothing else.
 * @example lazily(() => import("./invoices-screen.tsx"), "InvoicesScreen")
 */
export function lazily<N extends string, P extends object>(
  load: () => Promise<Record<N, ComponentType<P>>>,
  name: N,
  { first = false }: { first?: boolean } = {},
): (props: P) => ReactNode {
  let loading: Promise<ComponentType<P>> | null = null;
  const begin = () =>
    (first ? load() : withOthers(load())).then(
      (module) => module[name],
      (error: unknown) => {
        setTimeout(() => {
          loading = null;
        }, AGAIN_MS);
        throw new LocalFailure("OFFLINE", `A part of the application could not be loaded: ${String(error)}`);
      },
    );
  return function Lazy(props: P): ReactNode {
    loading ??= begin();
    const Loaded = use(loading);
    return <Loaded {...props} />;
  };
}

/** Stands in for a screen on its way; a screen that is here within a blink is never announced. */
export function Opening({ children }: { children: ReactNode }) {
  const loader = (
    <Center p="xl" className={classes.late}>
      <Loader />
    </Center>
  );
  return <Suspense fallback={loader}>{children}</Suspense>;
}

/** What need not be there for the first paint: drawn, and loaded, once the page shows something. */
export function AfterPaint({ children, meanwhile }: { children: ReactNode; meanwhile?: ReactNode }) {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setTimeout(() => setPainted(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return painted ? <Suspense fallback={meanwhile}>{children}</Suspense> : meanwhile;
}

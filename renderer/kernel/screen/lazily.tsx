// Components whose code is loaded when they are first shown, so that the first screen does not wait for the others.
import { Center, Loader } from "@mantine/core";
import { type ComponentType, type ReactNode, Suspense, use, useEffect, useState } from "react";
import { partOf } from "../connection/load-part.ts";
import { CrashGuard } from "./crash-guard.tsx";
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
  const [loaded] = await Promise.all([loading, othersReady]);
  return loaded;
}

/**
 * The component `name` of the module that `load` imports. It suspends while it loads; where the line is cut and nothing
 * has kept the file, it throws LocalFailure PART_MISSING, and tries again when it is shown again.
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
    partOf(first ? load() : withOthers(load())).then(
      (module) => module[name],
      (error: unknown) => {
        setTimeout(() => {
          loading = null;
        }, AGAIN_MS);
        throw error;
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

const FIRST_PAINT = "first-contentful-paint";

/** Does what can wait until the page shows something; answers what gives it up. */
export function afterPaint(then: () => void): () => void {
  if (performance.getEntriesByName(FIRST_PAINT).length > 0) {
    const frame = requestAnimationFrame(() => setTimeout(then));
    return () => cancelAnimationFrame(frame);
  }
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName(FIRST_PAINT).length === 0) return;
    observer.disconnect();
    then();
  });
  observer.observe({ type: "paint", buffered: true });
  return () => observer.disconnect();
}

/** What need not be there for the first paint: drawn, and loaded, once the page shows something. */
export function AfterPaint({ children, meanwhile }: { children: ReactNode; meanwhile?: ReactNode }) {
  const [painted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => setPainted(true)), []);
  if (!painted) return meanwhile;
  return (
    <CrashGuard at_edge>
      <Suspense fallback={meanwhile}>{children}</Suspense>
    </CrashGuard>
  );
}

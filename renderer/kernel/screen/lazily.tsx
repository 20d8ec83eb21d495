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

/** Parts of the first page that are not asked for yet. */
const firsts = new Set<() => Promise<unknown>>();

/**
 * Loads what is shown first, and what of that is known only then: while a password is looked at, so that nothing is waited
 * for behind it. What does not come says so where it is shown.
 */
export async function prepareFirst(): Promise<void> {
  const parts = [...firsts];
  firsts.clear();
  if (parts.length === 0) return;
  await Promise.allSettled(parts.map((begin) => begin()));
  await prepareFirst();
}

/**
 * The component `name` of the module that `load` imports. It suspends while it loads; where the line is cut and nothing
 * has kept the file, it throws LocalFailure PART_MISSING, and tries again when it is shown again. One that is here is drawn
 * at once: what suspends only for a moment is shown three tenths of a second later, so that nothing flickers.
 * @param first It is a part of what is shown first, and waits for nothing else.
 * @example lazily(() => import("./invoices-screen.tsx"), "InvoicesScreen")
 */
export function lazily<N extends string, P extends object>(
  load: () => Promise<Record<N, ComponentType<P>>>,
  name: N,
  { first = false }: { first?: boolean } = {},
): (props: P) => ReactNode {
  let loading: Promise<ComponentType<P>> | null = null;
  let here: ComponentType<P> | null = null;
  const begin = () =>
    partOf(first ? load() : withOthers(load())).then(
      (module) => {
        here = module[name];
        return here;
      },
      (error: unknown) => {
        setTimeout(() => {
          loading = null;
        }, AGAIN_MS);
        throw error;
      },
    );
  const ask = () => {
    loading ??= begin();
    return loading;
  };
  if (first) firsts.add(ask);
  return function Lazy(props: P): ReactNode {
    const Loaded = here ?? use(ask());
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

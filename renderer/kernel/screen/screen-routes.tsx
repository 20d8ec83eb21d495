// Screens as routes below a frame: each behind its own guard, any other address at the one where they begin.
import type { ReactNode } from "react";
import { Navigate, Route } from "react-router";
import { CrashGuard } from "./crash-guard.tsx";
import { Opening } from "./lazily.tsx";
import { closedPaths, type Screen } from "./screens.ts";

/**
 * @param home where an unknown address leads
 * @param all with those that this person may not open: their addresses lead nowhere, not to a record of that name
 * @example screenRoutes(shown, places[0]?.path ?? "sync", SCREENS)
 */
export const screenRoutes = (
  screens: readonly Screen[],
  home: string,
  all: readonly Screen[] = screens,
): ReactNode => (
  <>
    {screens.map(({ path, element }) => (
      <Route
        key={path}
        path={path}
        element={
          <CrashGuard key={path}>
            <Opening>{element}</Opening>
          </CrashGuard>
        }
      />
    ))}
    {closedPaths(screens, all).map((path) => (
      <Route key={path} path={path} element={<Navigate to={`/${home}`} replace />} />
    ))}
    <Route path="*" element={<Navigate to={`/${home}`} replace />} />
  </>
);

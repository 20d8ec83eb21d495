// Screens as routes below a frame: each behind its own guard, any other address at the one where they begin.
import type { ReactNode } from "react";
import { Navigate, Route } from "react-router";
import { CrashGuard } from "./crash-guard.tsx";
import { Opening } from "./lazily.tsx";
import type { Screen } from "./screens.ts";

/**
 * @param home where an unknown address leads
 * @example screenRoutes(shown, homeOf(shown, can) ?? "sync")
 */
export const screenRoutes = (screens: readonly Screen[], home: string): ReactNode => (
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
    <Route path="*" element={<Navigate to={`/${home}`} replace />} />
  </>
);

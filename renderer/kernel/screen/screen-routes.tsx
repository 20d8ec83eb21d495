// Screens as routes below a frame: each behind its own guard, any other address at the first of them.
import type { ReactNode } from "react";
import { Navigate, Route } from "react-router";
import { CrashGuard } from "./crash-guard.tsx";
import { Opening } from "./lazily.tsx";
import type { Screen } from "./screens.ts";

/** @param otherwise Where an unknown address leads when there is no screen. */
export const screenRoutes = (screens: readonly Screen[], otherwise: string): ReactNode => (
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
    <Route path="*" element={<Navigate to={`/${screens[0]?.path ?? otherwise}`} replace />} />
  </>
);

// The application behind the sign-in: the shell with the screens that this person may open.
import { HashRouter, Navigate, Route, Routes } from "react-router";
import "./product.ts";
import { PaymentKeys } from "./billing/recharge/payment-keys.tsx";
import { Pages } from "./kernel/resource/pages.ts";
import { CrashGuard } from "./kernel/screen/crash-guard.tsx";
import { AfterPaint, lazily, Opening } from "./kernel/screen/lazily.tsx";
import { permitted } from "./kernel/screen/screens.ts";
import { useSession } from "./kernel/session/session-store.ts";
import { Shell } from "./kernel/shell/shell.tsx";
import { Shortcuts } from "./kernel/shell/shortcuts.tsx";
import { SCREENS } from "./screens.tsx";
import { SHORTCUTS } from "./shortcuts.ts";

const Finding = lazily(() => import("./finding.tsx"), "Finding");
const PaymentDialog = lazily(() => import("./billing/recharge/payment-dialog.tsx"), "PaymentDialog");

export function SignedIn() {
  const can = useSession((session) => session.can);
  const account = useSession((session) => session.account?.id);
  const shown = permitted(SCREENS, can);

  return (
    <HashRouter>
      <Pages key={account} value={shown}>
        <Routes>
          <Route
            element={
              <Shell screens={SCREENS}>
                <PaymentKeys />
                <Shortcuts shortcuts={SHORTCUTS} />
                <AfterPaint>
                  <Finding />
                  <PaymentDialog />
                </AfterPaint>
              </Shell>
            }
          >
            {shown.map(({ path, element }) => (
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
            <Route path="*" element={<Navigate to={`/${shown[0]?.path ?? "sync"}`} replace />} />
          </Route>
        </Routes>
      </Pages>
    </HashRouter>
  );
}

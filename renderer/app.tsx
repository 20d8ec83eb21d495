// The application: theme and notices around either the sign-in or the shell with its screens.
import { MantineProvider } from "@mantine/core";
import { Suspense } from "react";
import { HashRouter, Navigate, Route, Routes } from "react-router";
import { PaymentKeys } from "./billing/recharge/payment-keys.tsx";
import { StoreTrouble } from "./identity/session/store-trouble.tsx";
import { Pages } from "./kernel/resource/pages.ts";
import { CrashGuard } from "./kernel/screen/crash-guard.tsx";
import { AfterPaint, lazily, Opening } from "./kernel/screen/lazily.tsx";
import { permitted } from "./kernel/screen/screens.ts";
import { useEnrolment } from "./kernel/session/session-enrolment.ts";
import { useSession } from "./kernel/session/session-store.ts";
import { Shell } from "./kernel/shell/shell.tsx";
import { Shortcuts } from "./kernel/shell/shortcuts.tsx";
import { cssVariables, theme } from "./kernel/theme/theme.ts";
import { SCREENS } from "./screens.tsx";
import { SHORTCUTS } from "./shortcuts.ts";

const SignIn = lazily(() => import("./identity/session/sign-in.tsx"), "SignIn", { first: true });
const Notices = lazily(() => import("./kernel/screen/notices.tsx"), "Notices", { first: true });
const Finding = lazily(() => import("./finding.tsx"), "Finding");
const PaymentDialog = lazily(() => import("./billing/recharge/payment-dialog.tsx"), "PaymentDialog");
const EnrolmentDialog = lazily(() => import("./identity/security/enrolment-dialog.tsx"), "EnrolmentDialog");

function Content() {
  const phase = useSession((session) => session.phase);
  const can = useSession((session) => session.can);
  const account = useSession((session) => session.account?.id);
  if (phase === "starting") return null;
  if (phase === "broken") return <StoreTrouble />;
  if (phase === "locked")
    return (
      <Opening>
        <SignIn />
      </Opening>
    );
  const shown = permitted(SCREENS, can);
  return (
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
  );
}

export function App() {
  const enrolling = useEnrolment((state) => state.duty !== null);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <AfterPaint>
        <Notices />
      </AfterPaint>
      {enrolling ? (
        <Suspense>
          <EnrolmentDialog />
        </Suspense>
      ) : null}
      <HashRouter>
        <Content />
      </HashRouter>
    </MantineProvider>
  );
}

// The application: theme and notices around either the sign-in or the shell with its screens.
import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { HashRouter, Navigate, Route, Routes } from "react-router";
import { PaymentDialog } from "./billing/recharge/payment-dialog.tsx";
import { EnrolmentDialog } from "./identity/security/enrolment-dialog.tsx";
import { SignIn } from "./identity/session/sign-in.tsx";
import { StoreTrouble } from "./identity/session/store-trouble.tsx";
import { CrashGuard } from "./kernel/screen/crash-guard.tsx";
import { permitted } from "./kernel/screen/screens.ts";
import { useSession } from "./kernel/session/session-store.ts";
import { Shell } from "./kernel/shell/shell.tsx";
import { cssVariables, theme } from "./kernel/theme/theme.ts";
import { SCREENS } from "./screens.tsx";

function Content() {
  const phase = useSession((session) => session.phase);
  const can = useSession((session) => session.can);
  const account = useSession((session) => session.account?.id);
  if (phase === "starting") return null;
  if (phase === "broken") return <StoreTrouble />;
  if (phase === "locked") return <SignIn />;
  const shown = permitted(SCREENS, can);
  return (
    <Routes key={account}>
      <Route
        element={
          <Shell screens={SCREENS}>
            <PaymentDialog />
          </Shell>
        }
      >
        {shown.map(({ path, element }) => (
          <Route key={path} path={path} element={<CrashGuard key={path}>{element}</CrashGuard>} />
        ))}
        <Route path="*" element={<Navigate to={`/${shown[0]?.path ?? "sync"}`} replace />} />
      </Route>
    </Routes>
  );
}

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Notifications position="bottom-right" />
      <EnrolmentDialog />
      <HashRouter>
        <Content />
      </HashRouter>
    </MantineProvider>
  );
}

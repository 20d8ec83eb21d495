// The application: theme and notices around either the sign-in or what is behind it.
import { MantineProvider } from "@mantine/core";
import { SignIn } from "./identity/session/sign-in.tsx";
import { StoreTrouble } from "./identity/session/store-trouble.tsx";
import { CrashGuard } from "./kernel/screen/crash-guard.tsx";
import { AfterPaint, lazily, Opening } from "./kernel/screen/lazily.tsx";
import { useEnrolment } from "./kernel/session/session-enrolment.ts";
import { useNewPassword } from "./kernel/session/session-new-password.ts";
import { useSession } from "./kernel/session/session-store.ts";
import { cssVariables, theme } from "./kernel/theme/theme.ts";

const Notices = lazily(() => import("./kernel/screen/notices.tsx"), "Notices", { first: true });
const Console = lazily(async () => {
  await import("./product.ts");
  return import("./saas/console.tsx");
}, "Console");
const SignedIn = lazily(() => import("./signed-in.tsx"), "SignedIn", { first: true });
const NewPasswordDialog = lazily(
  () => import("./identity/security/new-password-dialog.tsx"),
  "NewPasswordDialog",
);
const RegisterCompany = lazily(() => import("./saas/register-company.tsx"), "RegisterCompany");
const EnrolmentDialog = lazily(() => import("./identity/security/enrolment-dialog.tsx"), "EnrolmentDialog");

function Content() {
  const phase = useSession((session) => session.phase);
  // A company's staff has a company.
  const onPlatform = useSession(({ identity }) => identity?.membership.tenant.id === "");
  if (phase === "starting") return null;
  if (phase === "broken") return <StoreTrouble />;
  if (phase === "locked") return <SignIn register={RegisterCompany} />;
  return (
    <CrashGuard>
      <Opening>{onPlatform ? <Console /> : <SignedIn />}</Opening>
    </CrashGuard>
  );
}

export function App() {
  const enrolling = useEnrolment((state) => state.duty !== null);
  const choosing = useNewPassword((state) => state.duty !== null);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <AfterPaint>
        <Notices />
      </AfterPaint>
      {enrolling || choosing ? (
        <CrashGuard>
          <Opening>{choosing ? <NewPasswordDialog /> : <EnrolmentDialog />}</Opening>
        </CrashGuard>
      ) : null}
      <Content />
    </MantineProvider>
  );
}

// The application behind the sign-in: the shell with the screens that this person may open.
import { HashRouter, Route, Routes } from "react-router";
import "./product.ts";
import { PaymentKeys } from "./billing/recharge/payment-keys.tsx";
import { sendFormsByKeys } from "./kernel/form/send-by-keys.ts";
import { watchBack } from "./kernel/page-actions/back-guard.ts";
import { OwnPlaces, usePlacesOf } from "./kernel/place/use-places.ts";
import { usePractice } from "./kernel/practice/practising.ts";
import { Pages } from "./kernel/resource/pages.ts";
import { AfterPaint, lazily } from "./kernel/screen/lazily.tsx";
import { screenRoutes } from "./kernel/screen/screen-routes.tsx";
import { permitted } from "./kernel/screen/screens.ts";
import { useSession } from "./kernel/session/session-store.ts";
import { Shell } from "./kernel/shell/shell.tsx";
import { Shortcuts } from "./kernel/shell/shortcuts.tsx";
import { TurningDays } from "./kernel/use-format.ts";
import { PLACES } from "./places/places.ts";
import { SCREENS } from "./screens.tsx";
import { SHORTCUTS } from "./shortcuts.ts";

watchBack();
sendFormsByKeys();

const AboutScreen = lazily(() => import("./help/about-screen.tsx"), "AboutScreen");
const CommandPalette = lazily(() => import("./command-palette.tsx"), "CommandPalette");
const InboxWatch = lazily(() => import("./inbox.tsx"), "InboxWatch");
const PaymentDialog = lazily(() => import("./billing/recharge/payment-dialog.tsx"), "PaymentDialog");

export function SignedIn() {
  const can = useSession((session) => session.can);
  const account = useSession((session) => session.account?.id);
  // Practice begins and ends with everything rendered again: nothing that was open goes over to the other side.
  const practice = usePractice(({ id }) => id);
  const shown = permitted(SCREENS, can);
  const places = usePlacesOf(PLACES, SCREENS);

  return (
    // An address holds at once: what is typed next is added to it, not to the one before.
    <HashRouter useTransitions={false}>
      <Pages key={`${account} ${practice}`} value={shown}>
        <OwnPlaces value={places}>
          <TurningDays>
            <Routes>
              <Route
                element={
                  <Shell>
                    <PaymentKeys />
                    <Shortcuts shortcuts={SHORTCUTS} About={AboutScreen} />
                    <AfterPaint>
                      <CommandPalette />
                      <PaymentDialog />
                      <InboxWatch />
                    </AfterPaint>
                  </Shell>
                }
              >
                {screenRoutes(shown, places[0]?.path ?? "sync", SCREENS)}
              </Route>
            </Routes>
          </TurningDays>
        </OwnPlaces>
      </Pages>
    </HashRouter>
  );
}

// Putting the app on the home screen: where the browser offers it, and in words where it does not (iOS).
import { create } from "zustand";

/** What browsers of the Chromium family send before they would offer it themselves. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

export const useInstall = create<{ offer: InstallOffer | null }>(() => ({ offer: null }));

/** Keeps the browser's offer for the moment when the person asks for it. Call before it may come. */
export function keepInstallOffer(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    useInstall.setState({ offer: event as InstallOffer });
  });
  window.addEventListener("appinstalled", () => useInstall.setState({ offer: null }));
}

/** Asks; an offer can be used once. */
export async function install(): Promise<void> {
  const { offer } = useInstall.getState();
  useInstall.setState({ offer: null });
  await offer?.prompt();
}

/** Whether the app runs installed, not in a browser's tab. */
export const isInstalled = () => window.matchMedia("(display-mode: standalone)").matches;

/** Safari on phones and tablets offers nothing: the person does it by the share menu. */
export const isByHand = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1);

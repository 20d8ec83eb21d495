// Scanning with the phone's camera: codes of customers and ONUs open their page, and whatever keeps the camera away is said.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { findings } from "../helpers/axe.ts";
import type { Desktop } from "../helpers/desktop.ts";
import { type E2eEnvironment, openE2eEnvironment } from "../helpers/e2e-environment.ts";
import { type FakeCamera, fakeCamera } from "../helpers/fake-camera.ts";
import { PHONE } from "../helpers/phone.ts";
import { Story } from "../helpers/story.ts";

let office: E2eEnvironment;
let camera: FakeCamera;
let phone: Desktop;
beforeAll(async () => {
  camera = await fakeCamera();
  office = await openE2eEnvironment({}, camera.args);
  const { id } = office.customer("Nusrat Akter");
  await office.tenant.owner.patch(`/customers/${id}/`, { onu_serial: "HWTC1234ABCD" });
  phone = await office.desktop({ ...PHONE, permissions: ["camera"] });
  await phone.signIn("clerk");
});
afterAll(async () => {
  await office?.close();
  await camera?.close();
});
afterEach(async ({ task }) => {
  if (task.result?.state === "fail") await phone?.photograph(`scan-failed-${task.id}`);
});

const heading = (name: string) => phone.page.getByRole("heading", { name });
const openScan = async (story = new Story(phone.page)) => {
  await story.tap(phone.page.getByRole("button", { name: "Find" }));
  const finder = phone.page.getByRole("dialog", { name: "Search customers and actions" });
  await story.tap(finder.getByRole("button", { name: "Scan a code" }));
};
const dialog = () => phone.page.getByRole("dialog", { name: "Scan a code" });
/** Cameras that are still looking. */
const watchCameras = () =>
  phone.page.evaluate(() => {
    const opened: MediaStreamTrack[] = [];
    const devices = navigator.mediaDevices;
    const ask = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (how) => {
      const stream = await ask(how);
      opened.push(...stream.getTracks());
      return stream;
    };
    Object.assign(window, { live: () => opened.filter((track) => track.readyState === "live").length });
  });
const live = () => phone.page.evaluate(() => (window as unknown as { live(): number }).live());

test("A customer's QR code opens their page, and the camera is let go", async () => {
  const { id } = office.customer("Rahim Uddin");
  const { customer_code } = (await office.tenant.owner.get(`/customers/${id}/`)).body;
  await watchCameras();
  await camera.showQr(customer_code);
  const story = new Story(phone.page);
  await openScan(story);
  await heading("Rahim Uddin").waitFor();
  expect(story.told("technician: a customer's code scanned")).toBe(2);
  expect(await live()).toBe(0);
  expect(await dialog().count()).toBe(0);
});

test("The barcode of an ONU opens the customer whose it is", async () => {
  // As printed on many labels: vendor and number, both as hexadecimal digits.
  await camera.showBars("485754431234ABCD");
  await openScan();
  await heading("Nusrat Akter").waitFor();
});

test("A code that is nobody's is searched like typed words", async () => {
  await camera.showQr("Karim Hos");
  await openScan();
  await phone.page.getByRole("dialog").getByText("Karim Hossain").waitFor();
  await phone.page.keyboard.press("Escape");
});

test("Closing the dialog lets the camera go, and what can't be read is typed", async () => {
  await camera.showNothing();
  await openScan();
  await expect.poll(live).toBe(1);
  await phone.page.locator("video").evaluate((video: HTMLVideoElement) => video.play());
  expect(await findings(phone.page)).toEqual([]);
  await dialog().getByRole("button", { name: "Cancel" }).tap();
  await expect.poll(live).toBe(0);
  await openScan();
  await dialog().getByLabel("Or type the code").fill(office.customer("Imran Chowdhury").phone);
  await phone.page.keyboard.press("Enter");
  await heading("Imran Chowdhury").waitFor();
  await expect.poll(live).toBe(0);
});

test("A field that is tapped before its dialog takes the focus keeps it", async () => {
  // Quicker than any hand: in the very step that draws the field.
  await phone.page.evaluate(() => {
    const quick = new MutationObserver(() => {
      const label = [...document.querySelectorAll("label")].find(
        (one) => one.textContent === "Or type the code",
      );
      if (!label?.control) return;
      quick.disconnect();
      label.control.focus();
    });
    quick.observe(document.body, { childList: true, subtree: true });
  });
  await camera.showNothing();
  await openScan();
  // The dialog's own turn has come by now.
  await phone.page.waitForFunction(() => document.querySelector("video")?.srcObject);
  await phone.page.keyboard.type(office.customer("Karim Hossain").phone);
  await phone.page.keyboard.press("Enter");
  await heading("Karim Hossain").waitFor();
});

test("A camera that was refused says what to do, and is asked for again", async () => {
  const context = phone.page.context();
  await context.clearPermissions();
  await camera.showQr(office.customer("Tanvir Ahmed").username);
  await openScan();
  await dialog().getByText("The camera is not allowed for this app").waitFor();
  expect(await findings(phone.page)).toEqual([]);
  await context.grantPermissions(["camera"]);
  await dialog().getByRole("button", { name: "Try again" }).tap();
  await heading("Tanvir Ahmed").waitFor();
});

test("It reads with the line cut: the reader came with the app", async () => {
  await phone.inSync();
  phone.cut();
  await phone.restart();
  await phone.unlock("clerk-secret");
  await camera.showQr(office.customer("Sadia Rahman").phone);
  await openScan();
  await heading("Sadia Rahman").waitFor();
  phone.mend();
});

// A second factor that is being switched on: the secret for the app, and the recovery codes.
import { Box, Code, Group, Image, Text } from "@mantine/core";
import { renderSVG } from "uqr";
import { useWords } from "../../kernel/i18n/index.ts";
import type { Enrolment } from "../../kernel/session/session-enrolment.ts";

/** An SVG as the address of a picture: as a picture it runs no script. */
const picture = (text: string) => `data:image/svg+xml,${encodeURIComponent(renderSVG(text))}`;

export function EnrolmentShown({ enrolment }: { enrolment: Enrolment }) {
  const t = useWords();
  return (
    <>
      <Text fz="sm">{t("security.scan")}</Text>
      <Group align="start" wrap="nowrap">
        <Image src={picture(enrolment.otpauth_url)} alt={t("security.scan")} w={180} h={180} />
        <Code data-testid="otp-secret" miw={0} style={{ overflowWrap: "anywhere" }}>
          {enrolment.secret}
        </Code>
      </Group>
      <Box>
        <Text fw={600} fz="sm">
          {t("security.codes")}
        </Text>
        <Text fz="sm" c="dimmed">
          {t("security.codes_text")}
        </Text>
        <Code block data-testid="recovery-codes" mt={4} style={{ columns: 2 }}>
          {enrolment.recovery_codes.join("\n")}
        </Code>
      </Box>
    </>
  );
}

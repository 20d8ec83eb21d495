// The pictures of a work order: taken with the camera, shown small, with what each of them waits for; deleted before they are sent.
import { Button, FileButton, Group, Paper, Stack, Text, UnstyledButton } from "@mantine/core";
import { IconCamera, IconClock, IconPhotoOff, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import {
  addTaskPhoto,
  PHOTOS_MAX,
  removeTaskPhoto,
  type TaskPhoto,
  taskPhoto,
} from "../../../shared/helpdesk/index.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { useExpectedRows } from "../../kernel/expected/use-expected.ts";
import { useSend } from "../../kernel/expected/use-send.ts";
import { Dialog } from "../../kernel/form/dialog.tsx";
import { usePicture } from "../../kernel/form/use-picture.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { problemSays } from "../../kernel/problem-words.ts";
import type { Attachment } from "../../kernel/replica/index.ts";
import { useObservable, useReplica } from "../../kernel/replica-hooks.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { Trouble } from "../../kernel/trouble.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import classes from "./task-photos.module.css";
import { pictureAddress, useAddPhoto } from "./use-add-photo.ts";

/** What a picture waits for, in words; null once it has arrived. */
function useWaits({ arrived_at }: TaskPhoto, file: Attachment | undefined): string | null {
  const t = useWords();
  if (arrived_at !== null || file?.state === "SENT") return null;
  if (file?.state === "REFUSED") return t("photo.refused");
  if (file?.state === "SENDING") return t("photo.sending");
  return t(file ? "photo.waits_here" : "photo.waits_elsewhere");
}

interface PictureProps {
  readonly photo: TaskPhoto;
  readonly file: Attachment | undefined;
}

function Thumbnail({ photo, file, onOpen }: PictureProps & { onOpen: () => void }) {
  const words = useResourceWords(taskPhoto);
  const format = useFormat();
  const address = usePicture(photo.id, pictureAddress(photo), photo.content_type, file !== undefined);
  const waits = useWaits(photo, file);
  const name = [words.choice("kind", photo.kind), format.time(photo.taken_at), waits]
    .filter(Boolean)
    .join(", ");
  return (
    <UnstyledButton className={classes.thumbnail} onClick={onOpen} aria-label={name} title={name}>
      {address ? <img src={address} alt="" /> : <IconPhotoOff size={28} aria-hidden />}
      {waits ? (
        <span className={classes.waits} aria-hidden>
          <IconClock size={16} />
        </span>
      ) : null}
    </UnstyledButton>
  );
}

function Large({ photo, file, onClose }: PictureProps & { onClose: () => void }) {
  const t = useWords();
  const words = useResourceWords(taskPhoto);
  const format = useFormat();
  const replica = useReplica();
  const send = useSend();
  const address = usePicture(photo.id, pictureAddress(photo), photo.content_type, file !== undefined);
  const waits = useWaits(photo, file);
  // What is under way may have arrived by the time that it is taken back.
  const mayGo = useOperate().may(removeTaskPhoto) && waits !== null && file?.state !== "SENDING";
  const remove = useCall(async () => {
    await send(removeTaskPhoto, { id: photo.task, photo: photo.id });
    await replica.discardAttachment(photo.id);
    onClose();
  });
  const said = [format.instant(photo.taken_at), photo.taken_by, photo.note].filter(Boolean).join(" · ");
  return (
    <Dialog opened onClose={onClose} size="xl" title={words.choice("kind", photo.kind)}>
      <Stack gap="sm">
        {address ? (
          <img src={address} alt={said} className={classes.large} />
        ) : (
          <Text c="dimmed">{t("photo.not_here")}</Text>
        )}
        <Text fz="sm" c="dimmed">
          {said}
        </Text>
        {waits ? (
          <Text fz="sm" role="status">
            {waits}
          </Text>
        ) : null}
        {file?.problem ? <Text fz="sm">{problemSays({ ...file.problem }, t)}</Text> : null}
        <Trouble error={remove.error} />
        <Group justify="flex-end" gap="xs">
          {file?.state === "REFUSED" ? (
            <Button variant="default" onClick={() => void replica.retryAttachments()}>
              {t("action.again")}
            </Button>
          ) : null}
          {mayGo ? (
            <Button
              color="red"
              variant="light"
              leftSection={<IconTrash size={16} aria-hidden />}
              loading={remove.busy}
              onClick={() => void remove.run()}
            >
              {t("photo.delete")}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Pictures of a work order, for its page and for the day of the person who does it. */
export function TaskPhotos({ task }: { task: { readonly id: string } }) {
  const t = useWords();
  const format = useFormat();
  const replica = useReplica();
  const files = useObservable(replica.attachments$);
  const rows = useExpectedRows(taskPhoto, { selector: { task: task.id }, sort: [{ taken_at: "asc" }] });
  const mayAdd = useOperate().may(addTaskPhoto);
  const [opened, setOpened] = useState<string | null>(null);
  const add = useAddPhoto();
  const taking = useCall(async (taken: readonly File[]) => {
    for (const file of taken) await add(task.id, file);
  });
  const photos = rows ?? [];
  const shown = photos.find(({ id }) => id === opened);
  const fileOf = ({ id }: TaskPhoto) => files.find((file) => file.id === id);
  if (photos.length === 0 && !mayAdd) return null;
  return (
    <Paper p="md" component="section" aria-label={t("photo.title")}>
      <Stack gap="xs">
        <Group gap="xs" justify="space-between">
          <Text fw={650}>
            {t("photo.title")}{" "}
            {photos.length > 0 ? (
              <Text span c="dimmed" fz="sm" className="figures">
                {format.number(photos.length)}
              </Text>
            ) : null}
          </Text>
          {mayAdd && photos.length < PHOTOS_MAX ? (
            <FileButton
              multiple
              accept="image/*"
              inputProps={{ "aria-label": t("photo.take"), capture: "environment" }}
              onChange={(taken) => void taking.run(taken)}
            >
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  leftSection={<IconCamera size={18} aria-hidden />}
                  loading={taking.busy}
                >
                  {t("photo.take")}
                </Button>
              )}
            </FileButton>
          ) : null}
        </Group>
        <Trouble error={taking.error} />
        {photos.length > 0 ? (
          <div className={classes.thumbnails}>
            {photos.map((photo) => (
              <Thumbnail
                key={photo.id}
                photo={photo}
                file={fileOf(photo)}
                onOpen={() => setOpened(photo.id)}
              />
            ))}
          </div>
        ) : null}
      </Stack>
      {shown ? <Large photo={shown} file={fileOf(shown)} onClose={() => setOpened(null)} /> : null}
    </Paper>
  );
}

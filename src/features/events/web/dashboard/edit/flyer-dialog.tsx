import { PictureDialog } from '~/design/picture/picture-dialog'
import type { OpenedPicture } from '~/design/picture/use-opened-picture'
import { sendFile } from '~/platform/rpc/upload-file'
import type { PictureUpload } from '~/design/picture/use-upload'
import type { EventEditor } from './use-event-editor'

type FlyerDialogProps = {
  eventId: string
  editor: EventEditor
  opened: OpenedPicture
  onClose: () => void
  onSaved: () => void
}

const poster = { ratio: 4 / 5, isRound: false }

/** Uploads a picture that replaces the drawn flyer, cropped to its shape. */
export default function FlyerDialog({ eventId, editor, opened, onClose, onSaved }: FlyerDialogProps) {
  return (
    <PictureDialog
      title="Your own flyer"
      frame={poster}
      opened={opened}
      onClose={onClose}
      upload={(upload) => editor.act(() => uploadImage(eventId, upload))}
      onUploaded={onSaved}
    />
  )
}

/** Uploads the original file; the server crops it. Returns the URL of the new picture. */
async function uploadImage(eventId: string, upload: PictureUpload): Promise<string> {
  const { file, area, turn, onProgress, signal } = upload
  const query = new URLSearchParams({ rotate: String(turn) })
  for (const [name, value] of Object.entries(area ?? {})) query.set(name, String(value))
  const url = `/api/v1/me/events/${encodeURIComponent(eventId)}/image?${query}`
  return await sendFile({ file, url, onProgress, signal }, ({ imageUrl }) =>
    typeof imageUrl === 'string' ? imageUrl : undefined,
  )
}

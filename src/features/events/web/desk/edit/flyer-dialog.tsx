import { PictureDialog } from '~/design/picture/picture-dialog'
import type { OpenedPicture } from '~/design/picture/use-opened-picture'
import { uploadImage } from './event-image'
import type { NightEditor } from './use-night-editor'

type FlyerDialogProps = {
  eventId: string
  editor: NightEditor
  opened: OpenedPicture
  onClose: () => void
  onSaved: () => void
}

const poster = { ratio: 4 / 5, isRound: false }

/** A picture of one's own in place of the drawing, cut to the shape of every flyer. */
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

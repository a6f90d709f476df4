import { PictureDialog } from '~/design/picture/picture-dialog'
import type { Picture } from '~/design/picture/picture-file'
import type { Area, Turn } from '~/lib/picture-crop'
import type { PictureUpload } from '~/design/picture/use-upload'
import type { OpenedPicture } from '~/design/picture/use-opened-picture'
import { sendFile } from '~/platform/rpc/upload-file'
import { PicturePreview } from './picture-preview'

type AvatarDialogProps = {
  opened: OpenedPicture
  onClose: () => void
  onUploaded: (avatarUrl: string) => void
  /** Undefined when there is no picture to remove. */
  onRemove: (() => void) | undefined
}

const circle = { ratio: 1, isRound: true }

/** Choose, crop, send. Nothing is lost by a failure: the crop stays and the same press tries again. */
export default function AvatarDialog(props: AvatarDialogProps) {
  return (
    <PictureDialog {...props} title="Your picture" frame={circle} upload={uploadAvatar} preview={previewOf} />
  )
}

function previewOf(picture: Picture, turn: Turn, area: Area | undefined) {
  return <PicturePreview picture={picture} turn={turn} area={area} />
}

async function uploadAvatar({ file, area, turn, ...how }: PictureUpload): Promise<string> {
  const query = new URLSearchParams({ rotate: String(turn) })
  const square = area && { x: area.x, y: area.y, size: Math.min(area.width, area.height) }
  for (const [name, value] of Object.entries(square ?? {})) query.set(name, String(value))
  return await sendFile({ file, url: `/api/v1/me/avatar?${query}`, ...how }, ({ avatarUrl }) =>
    typeof avatarUrl === 'string' ? avatarUrl : undefined,
  )
}

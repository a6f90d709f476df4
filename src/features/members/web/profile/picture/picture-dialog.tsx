import type { CSSProperties } from 'react'
import { PictureDialog } from '~/design/picture/picture-dialog'
import type { Picture } from '~/design/picture/picture-file'
import type { Area, Turn } from '~/lib/picture-crop'
import type { PictureUpload } from '~/design/picture/use-upload'
import type { OpenedPicture } from '~/design/picture/use-opened-picture'
import styles from './picture.module.css'
import { sendFile } from '~/platform/rpc/upload-file'

type PicturePreviewProps = { picture: Picture; turn: Turn; area: Area | undefined }

type AvatarDialogProps = {
  opened: OpenedPicture
  onClose: () => void
  onUploaded: (avatarUrl: string) => void
  onRemove: (() => void) | undefined
}

const circle = { ratio: 1, isRound: true }

/** Chooses, crops and uploads a picture. A failure keeps the crop, and the same button retries. */
export default function AvatarDialog(props: AvatarDialogProps) {
  return (
    <PictureDialog
      {...props}
      title="Your picture"
      frame={circle}
      upload={uploadAvatar}
      preview={renderPreview}
    />
  )
}

function renderPreview(picture: Picture, turn: Turn, area: Area | undefined) {
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

/** Previews the picture at avatar sizes. `area` is in percent of the rotated picture. */
function PicturePreview({ picture, turn, area }: PicturePreviewProps) {
  const { x, y, width, height } = area ?? { x: 0, y: 0, width: 100, height: 100 }
  const isAcross = turn % 180 !== 0
  const turned = isAcross
    ? { width: picture.height, height: picture.width }
    : { width: picture.width, height: picture.height }
  const frame: CSSProperties = {
    width: `${10_000 / width}%`,
    height: `${10_000 / height}%`,
    left: `${(-x / width) * 100}%`,
    top: `${(-y / height) * 100}%`,
  }
  const image: CSSProperties = {
    width: `${(picture.width / turned.width) * 100}%`,
    height: `${(picture.height / turned.height) * 100}%`,
    rotate: `${turn}deg`,
  }
  return (
    <span className={styles.sizes} aria-hidden="true">
      {['4rem', '2.5rem', '1.75rem'].map((side) => (
        <i key={side} style={{ width: side, height: side }}>
          {area && (
            <span style={frame}>
              <img src={picture.url} alt="" style={image} />
            </span>
          )}
        </i>
      ))}
    </span>
  )
}

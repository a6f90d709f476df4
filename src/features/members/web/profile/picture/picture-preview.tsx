import type { CSSProperties } from 'react'
import type { Picture } from '~/design/picture/picture-file'
import type { Area, Turn } from '~/lib/picture-crop'

type PicturePreviewProps = { picture: Picture; turn: Turn; area: Area | undefined }

/** The choice at the sizes in which people will meet it. `area` is in percent of the turned picture. */
export function PicturePreview({ picture, turn, area }: PicturePreviewProps) {
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
    <span className="pv3" aria-hidden="true">
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

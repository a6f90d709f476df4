import { useMemo } from 'react'
import { discSvg } from './flyer/disc-svg'
import type { Stock } from './stock'
import { UploadedImage } from './uploaded-image'

type AvatarProps = {
  name: string
  imageUrl?: string | null | undefined
  /** Diameter in px at the default text size; grows with it. Default 40. */
  size?: number
  stock?: Stock
}

/** A person's disc: their photo, or their initials on paper. Decorative: the name stands beside it. */
export function Avatar({ name, imageUrl, size = 40, stock }: AvatarProps) {
  const disc = useMemo(() => discSvg(name, stock ? { stock } : {}), [name, stock])
  const side = `${size / 16}rem`
  return (
    <span className="av" aria-hidden="true" style={{ width: side, height: side }}>
      <UploadedImage url={imageUrl} sizes={side}>
        <span style={{ display: 'block', height: '100%' }} dangerouslySetInnerHTML={{ __html: disc }} />
      </UploadedImage>
    </span>
  )
}

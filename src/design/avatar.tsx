import { type ComponentProps, type ReactNode, useMemo } from 'react'
import { createAvatarSvg } from './flyer/avatar-svg'
import type { Stock } from './stock'
import { UploadedImage } from './uploaded-image'
import { classNames } from './class-names'
import styles from './avatar.module.css'

type AvatarProps = {
  /** Id of the person. It decides the color, which is therefore the same under every name and on every screen. */
  id: string | null | undefined
  name: string
  imageUrl?: string | null | undefined
  /** Diameter in px at the default text size; scales with it. Default 40. */
  size?: number
  stock?: Stock
}

/** A person's avatar: their photo, or their initials on a paper color. Decorative: the name is shown next to it. */
export function Avatar({ id, name, imageUrl, size = 40, stock }: AvatarProps) {
  const disc = useMemo(
    () => createAvatarSvg(name, { ...(id ? { id } : {}), ...(stock ? { stock } : {}) }),
    [id, name, stock],
  )
  const side = `${size / 16}rem`
  return (
    <span className={styles.avatar} aria-hidden="true" style={{ width: side, height: side }}>
      <UploadedImage url={imageUrl} sizes={side}>
        <span style={{ display: 'block', height: '100%' }} dangerouslySetInnerHTML={{ __html: disc }} />
      </UploadedImage>
    </span>
  )
}

export function AvatarStack({ children }: { children: ReactNode }) {
  return <span className={styles.stack}>{children}</span>
}

export function AvatarPlace({ className, ...rest }: ComponentProps<'span'>) {
  return <span {...rest} className={classNames(styles.avatar, className)} aria-hidden="true" />
}

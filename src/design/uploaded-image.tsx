import { type ReactNode, useCallback, useState } from 'react'
import { pictureSources } from './picture-sources'

type UploadedImageProps = {
  url: string | null | undefined
  eager?: boolean
  /** How wide it is drawn, in CSS's words. Without it the largest file comes. */
  sizes?: string
  /** What stands there without a picture, or when it cannot be loaded. */
  children: ReactNode
}

/** A decorative uploaded picture that fills its box; the words beside it name what it shows. */
export function UploadedImage({ url, eager = false, sizes = '40rem', children }: UploadedImageProps) {
  const [failedUrl, setFailedUrl] = useState<string>()
  // A picture of the server's HTML may have failed before React could hear of it.
  const checkLoaded = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setFailedUrl(image.getAttribute('src') ?? undefined)
  }, [])
  if (!url || url === failedUrl) return children
  const sources = pictureSources(url)
  const image = (
    <img
      key={url}
      ref={checkLoaded}
      {...(sources && { sizes, srcSet: sources.webp })}
      src={url}
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setFailedUrl(url)}
      style={{ display: 'block', width: '100%', height: '100%', objectFit: 'cover' }}
    />
  )
  return sources ? (
    <picture style={{ display: 'contents' }}>
      <source type="image/avif" srcSet={sources.avif} sizes={sizes} />
      {image}
    </picture>
  ) : (
    image
  )
}

import { type ReactNode, useCallback, useState } from 'react'
import { getPictureSources } from './picture-sources'

type UploadedImageProps = {
  url: string | null | undefined
  eager?: boolean
  /** Drawn width as in the `sizes` attribute. Without it the largest file is loaded. */
  sizes?: string
  /** Shown without a picture, or when the picture fails to load. */
  children: ReactNode
}

/** A decorative uploaded picture that fills its box; the text next to it names the content. */
export function UploadedImage({ url, eager = false, sizes = '40rem', children }: UploadedImageProps) {
  const [failedUrl, setFailedUrl] = useState<string>()
  // A server-rendered picture may have failed before hydration.
  const checkLoaded = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setFailedUrl(image.getAttribute('src') ?? undefined)
  }, [])
  if (!url || url === failedUrl) return children
  const sources = getPictureSources(url)
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

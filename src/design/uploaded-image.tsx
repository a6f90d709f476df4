import { type ReactNode, useCallback, useState } from 'react'

type UploadedImageProps = {
  url: string | null | undefined
  eager?: boolean
  /** What stands there without a picture, or when it cannot be loaded. */
  children: ReactNode
}

/** A decorative uploaded picture that fills its box; the words beside it name what it shows. */
export function UploadedImage({ url, eager = false, children }: UploadedImageProps) {
  const [failedUrl, setFailedUrl] = useState<string>()
  // A picture of the server's HTML may have failed before React could hear of it.
  const checkLoaded = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setFailedUrl(image.getAttribute('src') ?? undefined)
  }, [])
  if (!url || url === failedUrl) return children
  return (
    <img
      key={url}
      ref={checkLoaded}
      src={url}
      alt=""
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setFailedUrl(url)}
      style={{ display: 'block', width: '100%', height: '100%', objectFit: 'cover' }}
    />
  )
}

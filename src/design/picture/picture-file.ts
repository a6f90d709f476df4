/** File types for the picker; the server checks the bytes. */
export const PICTURE_ACCEPT = 'image/jpeg,image/png,image/webp,image/avif'
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024
const TOO_LARGE = 'This picture is over 10 MB. Choose a smaller one.'

/** A picture this browser can display, ready to be cropped. The holder must revoke `url`. */
export type Picture = { file: File; url: string; width: number; height: number }

const UNREADABLE = 'This file can’t be shown as a picture. Choose a JPEG, PNG, WebP or AVIF.'

/**
 * Opens a picture after checking its size, its type, and whether the browser can draw it. Throws an Error with a
 * message for the person.
 */
export async function openPicture(file: File): Promise<Picture> {
  if (/^image\/hei[cf]/u.test(file.type) || /\.hei[cf]$/iu.test(file.name))
    throw new Error('Browsers can’t show HEIC pictures. Save the picture as a JPEG and choose that file.')
  if (!PICTURE_ACCEPT.split(',').includes(file.type)) throw new Error(UNREADABLE)
  if (file.size > MAX_PICTURE_BYTES) throw new Error(TOO_LARGE)
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    return { file, url, width: image.naturalWidth, height: image.naturalHeight }
  } catch {
    URL.revokeObjectURL(url)
    throw new Error(UNREADABLE)
  }
}

export function formatFileSize(bytes: number): string {
  const megabytes = bytes / 1024 / 1024
  return megabytes >= 1 ? `${megabytes.toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1024))} kB`
}

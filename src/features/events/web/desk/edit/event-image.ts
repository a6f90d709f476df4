import type { PictureUpload } from '~/design/picture/use-upload'
import { sendFile } from '~/platform/rpc/upload-file'

/** Sends the file as it is; the server crops. Answers the new address. */
export async function uploadImage(eventId: string, upload: PictureUpload): Promise<string> {
  const { file, area, turn, onProgress, signal } = upload
  const query = new URLSearchParams({ rotate: String(turn) })
  for (const [name, value] of Object.entries(area ?? {})) query.set(name, String(value))
  const url = `/api/v1/me/events/${encodeURIComponent(eventId)}/image?${query}`
  return await sendFile({ file, url, onProgress, signal }, ({ imageUrl }) =>
    typeof imageUrl === 'string' ? imageUrl : undefined,
  )
}

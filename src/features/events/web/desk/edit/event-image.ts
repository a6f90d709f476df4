import type { PictureUpload } from '~/design/picture/use-upload'
import { sendFile } from '~/platform/rpc/upload-file'

const addressOf = (eventId: string) => `/api/v1/me/events/${encodeURIComponent(eventId)}/image`

/** Sends the file as it is; the server crops. Answers the new address. */
export async function uploadImage(eventId: string, upload: PictureUpload): Promise<string> {
  const { file, area, turn, onProgress, signal } = upload
  const query = new URLSearchParams({ rotate: String(turn) })
  for (const [name, value] of Object.entries(area ?? {})) query.set(name, String(value))
  return await sendFile({ file, url: `${addressOf(eventId)}?${query}`, onProgress, signal }, ({ imageUrl }) =>
    typeof imageUrl === 'string' ? imageUrl : undefined,
  )
}

/** The flyer is drawn from the title again. */
export async function removeImage(eventId: string): Promise<void> {
  const answer = await fetch(addressOf(eventId), { method: 'DELETE' })
  if (!answer.ok) throw new Error(`the picture was not removed: ${answer.status}`)
}

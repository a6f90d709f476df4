import { offlineSentence } from '~/platform/rpc/errors'
import type { Square, Turn } from '../../../rules/avatar-crop'

type Upload = {
  file: File
  /** Of the upright picture before turning; the largest centred square without it. */
  square: Square | undefined
  turn: Turn
  /** From 0 to 1, of what has left this browser. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

const UNKNOWN = 'Something went wrong. Try again.'

/**
 * Sends the file as it is; the server crops. Answers the new address. XMLHttpRequest, because fetch does not say how much has
 * been sent. Throws an Error whose message is for people, or the signal's reason.
 */
export function uploadAvatar({ file, square, turn, onProgress, signal }: Upload): Promise<string> {
  const query = new URLSearchParams({ rotate: String(turn) })
  for (const [name, value] of Object.entries(square ?? {})) query.set(name, String(value))
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const request = new XMLHttpRequest()
  request.open('POST', `/api/v1/me/avatar?${query}`)
  request.setRequestHeader('content-type', file.type)
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress(total > 0 ? loaded / total : 0),
  )
  request.addEventListener('load', () => {
    const answer = readAnswer(request.responseText)
    if (request.status < 300 && answer.avatarUrl !== undefined) resolve(answer.avatarUrl)
    else reject(new Error(answer.message ?? UNKNOWN))
  })
  request.addEventListener('error', () => reject(new Error(offlineSentence)))
  request.addEventListener('abort', () => reject(signal.reason))
  if (signal.aborted) reject(signal.reason)
  else {
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  }
  return promise
}

function readAnswer(text: string): { avatarUrl?: string; message?: string } {
  try {
    const answer: unknown = JSON.parse(text)
    if (typeof answer !== 'object' || answer === null) return {}
    if ('avatarUrl' in answer && typeof answer.avatarUrl === 'string') return { avatarUrl: answer.avatarUrl }
    if ('message' in answer && typeof answer.message === 'string') return { message: answer.message }
  } catch {
    // A proxy in front may answer in HTML.
  }
  return {}
}

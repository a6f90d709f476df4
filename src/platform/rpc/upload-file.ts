import { offlineSentence } from './errors'

type Sending = {
  file: File
  url: string
  /** From 0 to 1: the share uploaded so far. */
  onProgress: (share: number) => void
  signal: AbortSignal
}
type ResponseBody = Readonly<Record<string, unknown>>

const UNKNOWN = 'Something went wrong. Try again.'

/**
 * Sends a file to a URL outside the contract. Uses XMLHttpRequest, because fetch doesn't report the progress of
 * uploads. `read` gets the result from the response. Throws an Error with a message for the person, or the reason of
 * the signal.
 */
export function sendFile<Result>(
  { file, url, onProgress, signal }: Sending,
  read: (body: ResponseBody) => Result | undefined,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const request = new XMLHttpRequest()
  request.open('POST', url)
  request.setRequestHeader('content-type', file.type)
  request.upload.addEventListener('progress', ({ loaded, total }) =>
    onProgress(total > 0 ? loaded / total : 0),
  )
  request.addEventListener('load', () => {
    const body = parseBody(request.responseText)
    const result = request.status < 300 ? read(body) : undefined
    if (result !== undefined) resolve(result)
    else reject(new Error(typeof body['message'] === 'string' ? body['message'] : UNKNOWN))
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

function parseBody(text: string): ResponseBody {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null) return Object.fromEntries(Object.entries(body))
  } catch {
    // The response isn't JSON. A proxy in front may answer in HTML.
  }
  return {}
}

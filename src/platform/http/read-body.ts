import { type HttpResponse, createErrorResponse } from './http-response'

// A body over the size limit is read up to this many times the limit before the connection is closed, because a browser
// that is cut off while sending never reads the response.
const PATIENCE = 4

/** A limit of memory that several request bodies share. */
export interface BodyMemory {
  /** Reserves memory for bytes that have arrived; false if none is left. */
  reserve: (bytes: number) => boolean
  /** The response if no memory is left. */
  full: HttpResponse
}

/** Reads at most `limit` bytes into memory; see RawRequest.readBody. */
export async function readBoundedBody(
  body: AsyncIterable<Uint8Array> | null,
  limit: number,
  tooLarge: string,
  memory?: BodyMemory,
): Promise<{ bytes: Buffer } | { problem: HttpResponse }> {
  const chunks: Uint8Array[] = []
  let size = 0
  let isFull = false
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength
      isFull ||= size <= limit && memory?.reserve(chunk.byteLength) === false
      if (size <= limit && !isFull) chunks.push(chunk)
      else chunks.length = 0
      if (size > limit * PATIENCE) break
    }
  } catch {
    return {
      problem: createErrorResponse(400, 'BODY_CUT', 'The connection broke during the upload. Try again.'),
    }
  }
  if (size > limit) {
    const problem = createErrorResponse(413, 'PAYLOAD_TOO_LARGE', tooLarge)
    problem.headers['connection'] = 'close'
    return { problem }
  }
  if (isFull && memory) return { problem: memory.full }
  return { bytes: Buffer.concat(chunks) }
}

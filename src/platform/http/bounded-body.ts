import { type Answer, problemAnswer } from './answer'

// Keeps reading for a while beyond the limit: a browser that is cut off while sending never reads the response.
const PATIENCE = 4

/** Reads at most `limit` bytes into memory; see RawRequest.readBody. */
export async function readBounded(
  body: AsyncIterable<Uint8Array> | null,
  limit: number,
  tooLarge: string,
): Promise<{ bytes: Buffer } | { problem: Answer }> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength
      if (size <= limit) chunks.push(chunk)
      else chunks.length = 0
      if (size > limit * PATIENCE) break
    }
  } catch {
    return { problem: problemAnswer(400, 'BODY_CUT', 'The connection broke during the upload. Try again.') }
  }
  if (size > limit) {
    const problem = problemAnswer(413, 'PAYLOAD_TOO_LARGE', tooLarge)
    problem.headers['connection'] = 'close'
    return { problem }
  }
  return { bytes: Buffer.concat(chunks) }
}

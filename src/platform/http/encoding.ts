import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
// In bytes. Smaller bodies aren't compressed, because they fit into one packet anyway.
const SMALLEST = 1_000

/**
 * Compresses a body; undefined if it is too small to benefit. Brotli at level 4 costs about as much as gzip at level 6,
 * and its output is a fifth smaller.
 */
export async function compress(body: Buffer, encoding: Encoding): Promise<Buffer | undefined> {
  if (body.length < SMALLEST) return undefined
  if (encoding === 'gzip') return zip(body, { level: 6 })
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  return brotli(body, { params })
}

import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
// Below about one packet there is nothing to win.
const SMALLEST = 1_000

/** The better encoding that the client takes, or undefined for none. `br;q=0` is a refusal. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding | undefined {
  if (acceptEncoding === undefined) return undefined
  const takes = (name: string) =>
    acceptEncoding.split(',').some((part) => {
      const [token = '', ...parameters] = part.trim().toLowerCase().split(';')
      return token.trim() === name && !parameters.some((parameter) => /^\s*q=0(?:\.0*)?\s*$/.test(parameter))
    })
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : undefined
}

/** Undefined when the body is too small to gain. Brotli 4 costs about what gzip 6 does and is a fifth smaller. */
export async function compress(body: Buffer, encoding: Encoding): Promise<Buffer | undefined> {
  if (body.length < SMALLEST) return undefined
  if (encoding === 'gzip') return zip(body, { level: 6 })
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  return brotli(body, { params })
}

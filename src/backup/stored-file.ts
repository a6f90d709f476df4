import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type { StoredFile } from './manifest'

// The fastest compression level makes files only a few percent larger than the default level. Larger chunks have to
// be passed to the compressing thread less often.
const COMPRESSION = { chunkSize: 256 * 1024, params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/**
 * Writes a file of a backup, and returns its size and checksum. Only the current user of the operating system can
 * read the file.
 */
export async function writeStoredFile(
  folder: string,
  path: string,
  source: Readable | Uint8Array,
  { isCompressed = false } = {},
): Promise<StoredFile> {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(undefined, chunk)
    },
  })
  const readable = source instanceof Readable ? source : Readable.from([Buffer.from(source)])
  // `wx`: a backup never overwrites a file.
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  await (isCompressed
    ? pipeline(readable, createZstdCompress(COMPRESSION), measure, target)
    : pipeline(readable, measure, target))
  return { path, bytes, sha256: hash.digest('hex') }
}

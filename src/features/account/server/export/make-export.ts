import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Database, Transaction } from '~/database/connect'
import { getExpiry } from '../../rules/export'
import { writeArchive } from './write-archive'

interface ExportRequest {
  userId: string
  /** The time of the request. If a newer request has replaced it, no archive is made. */
  requestedAt: Date
  now: Date
  onMade: (trx: Transaction) => Promise<void>
}

/** Makes the requested archive and stores it. Returns false if the request was replaced or the account deleted. */
export async function makeExport(
  db: Database,
  { userId, requestedAt, now, onMade }: ExportRequest,
): Promise<boolean> {
  const findRequest = (reader: Pick<Database, 'selectFrom'>) =>
    reader
      .selectFrom('data_exports')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('requested_at', '=', requestedAt)
      .where('ready_at', 'is', null)
      .executeTakeFirst()
  if (!(await findRequest(db))) return false
  const { archive, bytes } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => compress(writeArchive(trx, { userId, madeAt: now })))
  return db.transaction().execute(async (trx) => {
    const stored = await trx
      .updateTable('data_exports')
      .set({ archive, bytes, ready_at: now, expires_at: getExpiry(now) })
      .where('user_id', '=', userId)
      .where('requested_at', '=', requestedAt)
      .where('ready_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst()
    if (stored) await onMade(trx)
    return stored !== undefined
  })
}

/** Compresses the text in memory. A long chat shrinks to about a hundredth. */
async function compress(text: AsyncIterable<string>): Promise<{ archive: Buffer; bytes: number }> {
  const chunks: Buffer[] = []
  let bytes = 0
  async function* readChunks(): AsyncGenerator<Buffer> {
    for await (const piece of text) {
      const chunk = Buffer.from(piece)
      bytes += chunk.length
      yield chunk
    }
  }
  await pipeline(Readable.from(readChunks()), createGzip(), async (compressed: AsyncIterable<Buffer>) => {
    for await (const chunk of compressed) chunks.push(chunk)
  })
  return { archive: Buffer.concat(chunks), bytes }
}

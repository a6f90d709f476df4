import { sql } from 'kysely'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Database } from '~/database/connect'
import { isReauthenticated } from '~/features/identity/server/public'
import { createErrorResponse } from '~/platform/http/http-response'
import type { RawRoute } from '~/platform/http/raw-routes'
import { REAUTHENTICATION_REQUIRED } from '../../rules/messages'
import { EXPORT_PATH } from './export-path'

const SLICE = 256 * 1024

/** `GET /account/data.json`: streams the caller's archive in slices. Requires a recently authenticated session. */
export function createExportRoute({ db }: { db: Database }): RawRoute {
  return {
    methods: ['GET'],
    path: new RegExp(`^${EXPORT_PATH.replace('.', '\\.')}$`),
    kind: 'rest',
    access: 'signed_in',
    async handle({ scope }) {
      const caller = await scope.caller()
      const now = new Date()
      const archive = caller && (await findReadyArchive(db, caller.id, now))
      if (!archive)
        return createErrorResponse(
          404,
          'NOT_FOUND',
          'You have no archive to download. Request one in your settings.',
        )
      // The archive can be downloaded for a week, so access to a signed-in browser alone must not be enough.
      if (!(await isReauthenticated(db, { sessionId: caller.sessionId, now })))
        return createErrorResponse(403, 'REAUTHENTICATION_REQUIRED', REAUTHENTICATION_REQUIRED)
      const name = `back-to-back-${archive.readyAt.toISOString().slice(0, 10)}.json`
      return {
        status: 200,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': `attachment; filename="${name}"`,
          'cache-control': 'no-store',
        },
        pieces: decompress(readArchiveSlices(db, archive)),
      }
    },
  }
}

interface StoredArchive {
  userId: string
  readyAt: Date
  /** Compressed size in bytes. */
  length: number
}

async function findReadyArchive(db: Database, userId: string, now: Date): Promise<StoredArchive | undefined> {
  const { rows } = await sql<StoredArchive>`
    select user_id as "userId", ready_at as "readyAt", length(archive) as length from data_exports
    where user_id = ${userId}::uuid and archive is not null and expires_at > ${now}::timestamptz`.execute(db)
  return rows[0]
}

/**
 * Yields the compressed archive in slices.
 * @throws when a newer archive replaces this one while it is read
 */
async function* readArchiveSlices(
  db: Database,
  { userId, readyAt, length }: StoredArchive,
): AsyncGenerator<Buffer> {
  for (let at = 0; at < length; at += SLICE) {
    const { rows } = await sql<{ slice: Buffer }>`
      select substring(archive from ${at + 1}::int for ${SLICE}::int) as slice from data_exports
      where user_id = ${userId}::uuid and ready_at = ${readyAt}::timestamptz and archive is not null`.execute(
      db,
    )
    const [row] = rows
    if (!row) throw new Error('the archive was replaced or removed while it was read')
    yield row.slice
  }
}

async function* decompress(slices: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const text = createGunzip()
  // The iteration below throws errors of the pipeline. A client that disconnects stops the reads.
  pipeline(Readable.from(slices), text, () => undefined)
  yield* text.setEncoding('utf8') as AsyncIterable<string>
}

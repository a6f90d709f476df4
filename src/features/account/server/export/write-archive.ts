import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { omittedData } from './omitted-data'
import type { Part } from './archive-part'
import { parts } from './archive-parts'

/**
 * The version of the archive's format, see docs/data-export.md. Increase it when a field is removed or changes its
 * meaning, not when a field is added.
 */
export const ARCHIVE_VERSION = 1

const ROWS = 200

/**
 * Yields all data about this person as the text of one JSON object, piece by piece, with at most a few hundred rows in
 * memory. Run it in a repeatable read transaction, so that the lists are consistent.
 */
export async function* writeArchive(
  trx: Transaction,
  { userId, madeAt }: { userId: string; madeAt: Date },
): AsyncGenerator<string> {
  // Write times as ISO 8601 in UTC.
  await sql`set local timezone to 'UTC'`.execute(trx)
  const head = {
    format: 'back-to-back/person',
    version: ARCHIVE_VERSION,
    madeAt: madeAt.toISOString(),
    id: userId,
    // The file must be understandable without documentation.
    about: Object.fromEntries(parts.map(({ name, about }) => [name, about])),
    omitted: omittedData.map(({ description, reason }) => ({ description, reason })),
  }
  yield `${JSON.stringify(head, null, 1).slice(0, -2)},\n "parts": {`
  for (const [index, part] of parts.entries()) {
    yield `${index === 0 ? '' : ','}\n  ${JSON.stringify(part.name)}: [`
    yield* writeRows(trx, part, userId)
    yield ']'
  }
  yield '\n }\n}\n'
}

async function* writeRows(trx: Transaction, part: Part, userId: string): AsyncGenerator<string> {
  const rows = part.rows(sql`${userId}::uuid`)
  await sql`declare part no scroll cursor for select row_to_json(r)::text as line from (${rows}) r`.execute(
    trx,
  )
  let isFirst = true
  for (;;) {
    const { rows: lines } = await sql<{ line: string }>`fetch ${sql.lit(ROWS)} from part`.execute(trx)
    if (lines.length > 0) yield `${isFirst ? '' : ','}\n   ${lines.map(({ line }) => line).join(',\n   ')}`
    isFirst = false
    if (lines.length < ROWS) break
  }
  await sql`close part`.execute(trx)
}

import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { leftOut } from './left-out'
import { parts } from './parts'
import { ARCHIVE_VERSION } from './write-archive'

export async function describeParts(db: Database, userId: string): Promise<string> {
  const lists: string[] = []
  for (const part of parts) {
    const fields = await fieldsOf(db, part.rows(sql`${userId}::uuid`))
    lists.push(`## ${part.name}\n\n${part.about}\n\n${fields.map((field) => `\`${field}\``).join(', ')}`)
  }
  const reasons = leftOut.map(
    ({ columns, what, why }) => `- ${what}: ${why} (${columns.map((column) => `\`${column}\``).join(', ')})`,
  )
  return `${[
    '# The archive of one’s own data',
    `Written by \`src/features/account/server/export/archive.test.ts\` from the statements themselves (\`npx vitest run\` with \`-u\` writes it anew).`,
    `Settings, Your data gives whoever is signed in one JSON file of everything that is held about them: at most one a day, there for seven
days, for themselves alone. Its form is stable: \`format\` is \`back-to-back/person\`, \`version\` is ${ARCHIVE_VERSION}. A field may be added at any time; one that goes or
comes to mean something else is a new version. \`madeAt\` is when it was made, and all lists are of that one moment; \`id\` is the
person’s; \`about\` says of each list what it is; \`notHere\` names what is left out and why; \`parts\` has the lists below, each an array of objects, the oldest first.`,
    `Moments are ISO 8601 in UTC, days \`2026-11-21\`, money integer cents. Other people stand there by the name that everybody sees, and
\`null\` when they are gone. No hash, no key and nothing by which
anybody could sign in, or get through a door, is in it.`,
    ...lists,
    '## Left out',
    reasons.join('\n'),
  ].join('\n\n')}\n`
}

async function fieldsOf(db: Database, rows: ReturnType<(typeof parts)[number]['rows']>): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    await sql`create temporary table fields on commit drop as select * from (${rows}) r with no data`.execute(
      trx,
    )
    const { rows: columns } = await sql<{ name: string }>`
      select attname as name from pg_attribute where attrelid = 'pg_temp.fields'::regclass and attnum > 0 order by attnum`.execute(
      trx,
    )
    return columns.map(({ name }) => name)
  })
}

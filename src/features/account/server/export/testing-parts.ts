import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { omittedData } from './omitted-data'
import { parts } from './archive-parts'
import { ARCHIVE_VERSION } from './write-archive'

export async function describeParts(db: Database, userId: string): Promise<string> {
  const lists: string[] = []
  for (const part of parts) {
    const fields = await fieldsOf(db, part.rows(sql`${userId}::uuid`))
    lists.push(`## ${part.name}\n\n${part.about}\n\n${fields.map((field) => `\`${field}\``).join(', ')}`)
  }
  const reasons = omittedData.map(
    ({ columns, description, reason }) =>
      `- ${description}: ${reason} (${columns.map((column) => `\`${column}\``).join(', ')})`,
  )
  return `${[
    '# Personal data archive',
    `Written by \`src/features/account/server/export/archive.test.ts\` from the queries themselves (update it with \`npx vitest run -u\`).`,
    `In Settings, “Your data” gives a signed-in person one JSON file with all data about them: at most one a day, available for seven days, only to them. Its format is stable: \`format\` is \`back-to-back/person\`, \`version\` is ${ARCHIVE_VERSION}. A field may be added at any time; removing a field or changing its meaning makes a new version. \`madeAt\` is when the archive was made; all lists are from that moment. \`id\` is the person’s; \`about\` describes each list; \`omitted\` names what is left out and why; \`parts\` has the lists below, each an array of objects, oldest first.`,
    `Times are ISO 8601 in UTC, dates \`2026-11-21\`, money integer cents. Other people appear by their public name, and as \`null\` once deleted. The file contains no hash, no key and nothing that can be used to sign in or to enter an event.`,
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

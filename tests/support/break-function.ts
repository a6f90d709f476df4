import { sql } from 'kysely'
import type { Database } from '~/database/connect'

/**
 * Breaks a database function on purpose, for a control test. Throws when the text to replace is missing, so that a
 * control never passes without breaking anything.
 */
export async function breakFunction(
  db: Database,
  { name, from, to }: { name: string; from: string; to: string },
): Promise<void> {
  const { rows } = await sql<{ text: string }>`
    select pg_get_functiondef(p.oid) as text from pg_proc p where p.proname = ${name}`.execute(db)
  const text = rows[0]?.text ?? ''
  if (!text.includes(from)) throw new Error(`${name} does not contain: ${from}`)
  await sql.raw(text.replaceAll(from, to)).execute(db)
}

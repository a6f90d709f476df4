import { sql } from 'kysely'
import type { Database } from '~/database/connect'

/**
 * The payload of a token that confirms an account's own address or number. Once two signed up with it and with different
 * passwords, everything that is sent for it takes the password along when it confirms, also what is sent again later.
 */
export async function contestOf(
  db: Pick<Database, 'selectFrom'>,
  {
    userId,
    sentTo,
    isContested = false,
  }: { userId: string; sentTo: string; isContested?: boolean | undefined },
): Promise<{ contested?: true }> {
  if (isContested) return { contested: true }
  const before = await db
    .selectFrom('one_time_tokens')
    .select('purpose')
    .where('user_id', '=', userId)
    .where('sent_to', '=', sentTo)
    .where('purpose', 'in', ['verify_email', 'verify_phone'])
    .where(sql<boolean>`payload ? 'contested'`)
    .limit(1)
    .executeTakeFirst()
  return before === undefined ? {} : { contested: true }
}

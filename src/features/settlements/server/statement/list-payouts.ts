import { sql } from 'kysely'
import type { z } from 'zod'
import { createTimePageClauses } from '~/database/time-page-clauses'
import { readTimePage } from '~/lib/list-page'
import type { payout, payoutPage } from '../../contract'
import type { PersonReads } from '../context'

type Row = z.input<typeof payout> & { micros: number }

const PER_PAGE = 50

/** Lists the transfers to a person, of all their events and sets, newest first. */
export async function listPayouts(
  { db, personId }: Pick<PersonReads, 'db' | 'personId'>,
  { after }: { after?: string | undefined },
  limit = PER_PAGE,
): Promise<z.input<typeof payoutPage>> {
  const { shown, nextCursor } = await readTimePage({ after }, limit, async (start, most) => {
    const walk = createTimePageClauses('t', start, [sql`t.payee_id = ${personId}`])
    const { rows } = await sql<Row>`
      select t.id, json_build_object('id', e.id, 'title', e.title, 'timezone', e.timezone) as event, t.reason,
        t.amount_cents as cents, t.currency, t.done_at as "sentAt", ${walk.micros} as micros
      from transfers t join events e on e.id = t.event_id
      where ${walk.where} order by ${walk.order} limit ${sql.lit(most)}`.execute(db)
    return rows
  })
  return { payouts: shown, nextCursor }
}

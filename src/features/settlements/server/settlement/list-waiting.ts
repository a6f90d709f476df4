import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { isId } from '~/lib/ids'
import { getClosableSince } from '../../rules/closing'
import { listSides, readProgress } from './get-settlement'
import { selectIsSelling } from './readiness'
import { readSheet } from './read-sheet'

export interface WaitingSettlement {
  eventId: string
  eventTitle: string
  organizerName: string
  readyAt: Date
  isQuestioned: boolean
}

/** Lists the settlements that an admin can close, the longest waiting first. The count includes those beyond the limit. */
export async function listWaitingSettlements(
  db: Database,
  now: Date,
  limit: number,
): Promise<{ count: number; rows: WaitingSettlement[] }> {
  const { rows } = await sql<WaitingSettlement & { total: number }>`
    select e.id as "eventId", e.title as "eventTitle", p.display_name as "organizerName", n.sent_at as "readyAt",
      exists (select from settlement_questions q where q.event_id = e.id and q.resolution is null) as "isQuestioned",
      (count(*) over ())::integer as total
    from settlement_notices n join events e on e.id = n.event_id join profiles p on p.id = e.organizer_id
    where n.kind = 'ready' and n.sent_at <= ${getClosableSince(now)}
      and not exists (select from settlements s where s.event_id = n.event_id) and not ${selectIsSelling('e')}
    order by n.sent_at, e.id limit ${sql.lit(limit)}`.execute(db)
  return { count: rows[0]?.total ?? 0, rows: rows.map(({ total: _total, ...row }) => row) }
}

/** Each person's amount if the settlement is closed. */
export interface SettlementResult {
  eventTitle: string
  digest: string
  organizer: { name: string; cents: number }
  shares: { bookingId: string; name: string; cents: number; missingCents: number }[]
  /** Names of the sides that haven't accepted these figures. */
  missingAcceptances: string[]
  questions: { id: string; name: string; reason: string }[]
}

/** Returns the result of closing an event's settlement; undefined if it doesn't exist, or is final. */
export async function findSettlementResult(
  db: Database,
  eventId: string,
): Promise<SettlementResult | undefined> {
  const found = isId(eventId) ? await readSheet(db, eventId) : undefined
  if (found === undefined) return undefined
  const { settledAt, acceptances, questions } = await readProgress(db, eventId)
  if (settledAt !== null) return undefined
  const accepted = new Set(
    acceptances.flatMap(({ personId, digest }) => (digest === found.digest ? [personId] : [])),
  )
  return {
    eventTitle: found.event.title,
    digest: found.digest,
    organizer: { name: found.organizer.name, cents: found.sheet.organizerCents },
    shares: found.bookings.map(({ id: bookingId, person }, index) => ({
      bookingId,
      name: person.name,
      cents: found.sheet.shares[index]?.transferCents ?? 0,
      missingCents: found.sheet.shares[index]?.missingCents ?? 0,
    })),
    missingAcceptances: listSides(found).flatMap(({ id, name }) => (accepted.has(id) ? [] : [name])),
    questions: questions.flatMap(({ id, resolution, person, reason }) =>
      resolution === null ? [{ id, name: person?.name ?? 'Deleted account', reason }] : [],
    ),
  }
}

import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { selectEventRelations, findOwnEvents, listAllowedRelations } from '~/features/events/server/public'
import type { CheckInAction, CheckInResult } from '../contract'
import type { CheckInOutcome } from '../rules/decide-scan'
import { EVENT_MANAGERS } from './is-event-manager'

export interface CheckInRequest {
  /** All ids in lower case. */
  nonce: string
  kind: CheckInAction['kind']
  /** The secret in the code; null for codes that are not from this site, and for actions without a code. */
  secret: string | null
  /** The id of the ticket or guest, or the nonce to undo. */
  subject: string | null
  people: number
  ageMs: number
  wasOffline: boolean
  wasAdmitted: boolean
  admitAnyway: boolean
  entrance: string
  device: string
  byId: string
  /** Measured by `performance.now()`, so that waiting for the batch does not make an action look newer. */
  arrivedAt: number
}

interface Row {
  outcome: CheckInOutcome
  counted: number
  refused_count: number
  ticket: CheckInResult['ticket']
  guest: CheckInResult['guest']
  since: CheckInResult['since']
  other: CheckInResult['otherEvent']
}

const relationsThatCheckIn = `{${listAllowedRelations('check_in').join(',')}}`
const relationsThatAlwaysUndo = `{${EVENT_MANAGERS.join(',')}}`

/**
 * Stores check-in actions of one event in one statement and transaction, in the given order. Returns one result for
 * each. Undefined, and nothing is written, for actors who may not check in at this event now. Safe to repeat.
 */
export async function storeCheckIns(
  db: Database,
  eventId: string,
  requests: readonly CheckInRequest[],
): Promise<(CheckInResult | undefined)[]> {
  const results = await storeIfAllAllowed(db, eventId, requests)
  if (results) return results
  if (requests.length === 1) return [undefined]
  // If some actors may not check in, store the actions of the others.
  const checks = requests.map(({ byId }) => ({ callerId: byId, id: eventId }))
  const events = await findOwnEvents(db, checks, 'check_in')
  const own = requests.filter((_, slot) => events[slot])
  const left = own.length > 0 ? await storeCheckIns(db, eventId, own) : []
  const remaining = left.values()
  return requests.map((_, slot) => (events[slot] ? remaining.next().value : undefined))
}

/** Undefined, and nothing is written, if one of the actors may not check in at this event. */
async function storeIfAllAllowed(
  db: Database,
  eventId: string,
  requests: readonly CheckInRequest[],
): Promise<CheckInResult[] | undefined> {
  const now = performance.now()
  const [first, ...others] = new Set(requests.map(({ byId }) => byId))
  // A separate query for a single person: a query with an array is planned each time, which takes as long as the
  // scan.
  const people =
    others.length === 0
      ? sql`(select ${first}::uuid as id)`
      : sql`unnest(${`{${[first, ...others].join(',')}}`}::uuid[])`
  const { rows } = await sql<Row>`
    select x.* from (
      select array_agg(y.id) filter (where y.relations && ${relationsThatAlwaysUndo}::text[]) as seniors
      from (
        select asker.id, ${selectEventRelations(sql`asker.id`)} as relations
        from events e, ${people} asker(id) where e.id = ${eventId}::uuid offset 0
      ) y having bool_and(y.relations && ${relationsThatCheckIn}::text[])
    ) own, check_in(
      ${eventId}::uuid, ${toArrayLiteral(requests, ({ nonce }) => nonce)}::uuid[], ${toArrayLiteral(requests, ({ kind }) => kind)}::text[],
      ${toArrayLiteral(requests, ({ secret }) => secret)}::uuid[], ${toArrayLiteral(requests, ({ subject }) => subject)}::uuid[],
      ${toArrayLiteral(requests, ({ people }) => people)}::integer[],
      ${toArrayLiteral(requests, ({ ageMs, arrivedAt }) => ageMs + now - arrivedAt)}::double precision[],
      ${toArrayLiteral(requests, ({ wasOffline }) => wasOffline)}::boolean[], ${toArrayLiteral(requests, ({ admitAnyway }) => admitAnyway)}::boolean[],
      ${toArrayLiteral(requests, ({ wasAdmitted }) => wasAdmitted)}::boolean[], ${requests.map(({ entrance }) => entrance)}::text[],
      ${toArrayLiteral(requests, ({ device }) => device)}::uuid[], ${toArrayLiteral(requests, ({ byId }) => byId)}::uuid[],
      own.seniors
    ) x`.execute(db)
  if (rows.length === 0) return undefined
  return requests.map(({ nonce }, index) => {
    const row = rows[index]
    if (!row) throw new Error('The database returned no answer for a scan')
    const { outcome, counted, refused_count: refusedCount, ticket, guest, since, other } = row
    return { nonce, outcome, counted, refusedCount, ticket, guest, since, otherEvent: other }
  })
}

/** Formats an array literal of values that need no quoting: ids, numbers, known words. */
function toArrayLiteral(
  requests: readonly CheckInRequest[],
  read: (request: CheckInRequest) => string | number | boolean | null,
): string {
  return `{${requests.map((request) => read(request) ?? 'null').join(',')}}`
}

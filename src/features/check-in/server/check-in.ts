import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { selectEventRelations, findOwnEvents, listAllowedRelations } from '~/features/events/server/public'
import type { CheckInAction, CheckInAnswer } from '../contract'
import type { CheckInResult } from '../rules/answer'
import { EVENT_MANAGERS } from './is-event-manager'

export interface CheckInRequest {
  /** All ids in lower case. */
  nonce: string
  kind: CheckInAction['kind']
  /** The secret in the code; null for codes that are not from this site, and for all other kinds. */
  secret: string | null
  /** The id of the ticket or guest, or the nonce to undo. */
  subject: string | null
  people: number
  ageMs: number
  wasOffline: boolean
  wasAdmitted: boolean
  letIn: boolean
  door: string
  device: string
  byId: string
  /** By `performance.now()`, so that waiting for the batch does not make an action look newer. */
  arrivedAt: number
}

interface Row {
  answer: CheckInResult
  counted: number
  refused_count: number
  ticket: CheckInAnswer['ticket']
  guest: CheckInAnswer['guest']
  since: CheckInAnswer['since']
  other: CheckInAnswer['other']
}

const mayCheckIn = `{${listAllowedRelations('check_in').join(',')}}`
const mayUndoAlways = `{${EVENT_MANAGERS.join(',')}}`

/**
 * Stores check-in actions of one event in one statement and transaction, in the given order; returns one answer for
 * each. Undefined, and nothing is written, for actors who may not check in at this event now. Safe to repeat.
 */
export async function checkIn(
  db: Database,
  eventId: string,
  requests: readonly CheckInRequest[],
): Promise<(CheckInAnswer | undefined)[]> {
  const answers = await checkInOwn(db, eventId, requests)
  if (answers) return answers
  if (requests.length === 1) return [undefined]
  // Some actors are not allowed: store the other actions without theirs.
  const asked = requests.map(({ byId }) => ({ callerId: byId, id: eventId }))
  const events = await findOwnEvents(db, asked, 'check_in')
  const own = requests.filter((_, slot) => events[slot])
  const left = own.length > 0 ? await checkIn(db, eventId, own) : []
  const remaining = left.values()
  return requests.map((_, slot) => (events[slot] ? remaining.next().value : undefined))
}

/** Undefined, and nothing is written, if one of the actors may not check in at this event. */
async function checkInOwn(
  db: Database,
  eventId: string,
  requests: readonly CheckInRequest[],
): Promise<CheckInAnswer[] | undefined> {
  const now = performance.now()
  const [first, ...others] = new Set(requests.map(({ byId }) => byId))
  // A separate query for a single person: a plan with an array is made anew each time, which takes as long as the scan.
  const people =
    others.length === 0
      ? sql`(select ${first}::uuid as id)`
      : sql`unnest(${`{${[first, ...others].join(',')}}`}::uuid[])`
  const { rows } = await sql<Row>`
    select x.* from (
      select array_agg(y.id) filter (where y.relations && ${mayUndoAlways}::text[]) as seniors
      from (
        select asker.id, ${selectEventRelations(sql`asker.id`)} as relations
        from events e, ${people} asker(id) where e.id = ${eventId}::uuid offset 0
      ) y having bool_and(y.relations && ${mayCheckIn}::text[])
    ) own, check_in(
      ${eventId}::uuid, ${arrayOf(requests, ({ nonce }) => nonce)}::uuid[], ${arrayOf(requests, ({ kind }) => kind)}::text[],
      ${arrayOf(requests, ({ secret }) => secret)}::uuid[], ${arrayOf(requests, ({ subject }) => subject)}::uuid[],
      ${arrayOf(requests, ({ people }) => people)}::integer[],
      ${arrayOf(requests, ({ ageMs, arrivedAt }) => ageMs + now - arrivedAt)}::double precision[],
      ${arrayOf(requests, ({ wasOffline }) => wasOffline)}::boolean[], ${arrayOf(requests, ({ letIn }) => letIn)}::boolean[],
      ${arrayOf(requests, ({ wasAdmitted }) => wasAdmitted)}::boolean[], ${requests.map(({ door }) => door)}::text[],
      ${arrayOf(requests, ({ device }) => device)}::uuid[], ${arrayOf(requests, ({ byId }) => byId)}::uuid[],
      own.seniors
    ) x`.execute(db)
  if (rows.length === 0) return undefined
  return requests.map(({ nonce }, index) => {
    const row = rows[index]
    if (!row) throw new Error('The database returned no answer for a scan')
    const { answer, counted, refused_count: refusedCount, ticket, guest, since, other } = row
    return { nonce, answer, counted, refusedCount, ticket, guest, since, other }
  })
}

/** Formats an array literal of values that need no quoting: ids, numbers, known words. */
function arrayOf(
  requests: readonly CheckInRequest[],
  read: (request: CheckInRequest) => string | number | boolean | null,
): string {
  return `{${requests.map((request) => read(request) ?? 'null').join(',')}}`
}

import { ORPCError } from '@orpc/client'
import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { isUniqueViolation } from '~/database/postgres-errors'
import type { Currency } from '~/lib/currency'
import { isId } from '~/lib/ids'
import { UNKNOWN_ZONE, findPlaceZone } from '~/lib/city-zones'
import { type Limits, formatWait } from '~/platform/limits/limits'
import { type Caller, getRateLimitKey } from '~/platform/rpc/caller'
import { requireCaller } from '~/platform/rpc/context'
import { isTooManyRequests } from '~/platform/limits/limits'
import type { Terms } from '../contract-shapes'
import { getAnswerDeadline } from '../rules/booking-policy'
import { FLAT_DEAL } from '../rules/deal'
import { calculateDeposit } from '../rules/deposit'
import { findTermsProblem } from '../rules/check-terms'
import type { Context } from './context'
import { isBooked } from './double-bookings'
import { findEarlierRequest, type Requested } from './find-earlier-request'
import { notifyParties, refreshBrowsers } from './notify-parties'
import { refuse } from './refused-error'
import { refuseTakenTime, refuseTerms } from './refuse-terms'
import { writeStep } from './write-step'

type RequestInput = Pick<Terms, 'eventType' | 'location' | 'startsAt' | 'endsAt' | 'feeCents'> & {
  /** Defaults to the time zone of the place. */
  timezone?: string | undefined
  currency: Currency
  id: string
  message?: string | undefined
  clientKey: string
}

const A_DAY = 24 * 60 * 60
/** Rate limit of one client's requests to one DJ. It leaves room for a changed mind, but prevents flooding the DJ. */
const PER_DJ = { points: 10, seconds: A_DAY }
const AT_ALL = { points: 60, seconds: A_DAY }

/**
 * P-02: sends a booking request to a DJ, with the deposit that the DJ's profile sets. A repeat with the same key
 * returns the same request; different content under the same key is refused, so that neither is lost.
 */
export async function requestBooking(
  context: Pick<Context, 'caller' | 'db' | 'jobs' | 'live' | 'limits' | 'now'>,
  input: RequestInput,
): Promise<Requested> {
  const clientId = requireCaller(context).id
  if (input.id === clientId) throw refuse('OWN_PAGE')
  const { eventType, location, startsAt, endsAt, feeCents, currency } = input
  const timezone = input.timezone ?? findPlaceZone(location)
  if (timezone === undefined) throw refuseTerms({ field: 'timezone', message: UNKNOWN_ZONE })
  const requestTerms = { eventType, location, timezone, startsAt, endsAt, feeCents }
  const blank = { depositCents: null, deal: FLAT_DEAL, hospitality: '', technical: '' }
  const message = input.message === undefined || input.message === '' ? null : input.message
  const attempt = {
    clientId,
    clientKey: input.clientKey,
    id: input.id,
    currency,
    terms: { ...requestTerms, ...blank },
    message,
  }
  const known = await findEarlierRequest(context.db, attempt)
  if (known) return known
  const dj = await getBookableDj(context.db, input.id, clientId)
  const djId = dj.id
  const terms: Terms = { ...attempt.terms, depositCents: calculateDeposit(feeCents, dj.deposit_percent) }
  const now = context.now()
  const times = { startsAt: new Date(input.startsAt), endsAt: new Date(input.endsAt) }
  const problem = findTermsProblem({ ...terms, ...times, currency }, now)
  if (problem) throw refuseTerms(problem)
  if (await isBooked(context.db, djId, times))
    throw await refuseTakenTime(context, { djId, startsAt: times.startsAt, timezone: terms.timezone })
  await limitRequests(context.limits, requireCaller(context), djId)
  try {
    const requested = await context.db
      .transaction()
      .execute((trx) => insertRequest(trx, context.jobs, { ...attempt, ...times, terms, djId, now }))
    refreshBrowsers(context.live, [clientId, djId])
    return requested
  } catch (error) {
    // If a concurrent request with the same `clientKey` was stored first, return that one.
    const first = isUniqueViolation(error, 'bookings_client_key')
      ? await findEarlierRequest(context.db, attempt)
      : undefined
    if (first) return first
    throw error
  }
}

async function limitRequests(limits: Limits, caller: Caller, djId: string): Promise<void> {
  try {
    await limits.consume('booking request to a DJ', `${caller.id} ${djId}`, PER_DJ)
    await limits.consume(...getRateLimitKey('booking request', caller), AT_ALL)
  } catch (error) {
    if (!isTooManyRequests(error)) throw error
    const { data } = error
    const wait = formatWait(data.retryAfterSeconds)
    const message = `You have reached the daily limit for requests. Try again in ${wait}.`
    throw new ORPCError('TOO_MANY_REQUESTS', { message, data })
  }
}

interface NewRequest {
  clientId: string
  djId: string
  clientKey: string
  currency: Currency
  terms: Terms
  startsAt: Date
  endsAt: Date
  message: string | null
  now: Date
}

async function insertRequest(
  trx: Transaction,
  jobs: Context['jobs'],
  { clientId, djId, clientKey, currency, terms, startsAt, endsAt, message, now }: NewRequest,
): Promise<Requested> {
  const row = await trx
    .insertInto('bookings')
    .values({
      client_id: clientId,
      dj_id: djId,
      client_key: clientKey,
      event_date: startsAt,
      ends_at: endsAt,
      timezone: terms.timezone,
      event_type: terms.eventType,
      location: terms.location,
      currency,
      fee_cents: terms.feeCents,
      deposit_cents: terms.depositCents,
      awaiting_id: djId,
      answer_by: getAnswerDeadline(now, startsAt),
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeStep(trx, {
    bookingId: row.id,
    position: 1,
    kind: 'request',
    actorId: clientId,
    terms,
    message,
    at: now,
  })
  await notifyParties(
    trx,
    jobs,
    { ...row, currency, deal: terms.deal, event_title: null },
    { kind: 'booking_request', actorId: clientId, message, to: [djId] },
  )
  return { id: row.id, number: row.booking_number }
}

/** Returns a DJ with a public page, unless either has blocked the other. */
async function getBookableDj(
  db: Database,
  id: string,
  clientId: string,
): Promise<{ id: string; deposit_percent: number | null }> {
  if (!isId(id)) throw refuse('NOT_FOUND')
  const { rows } = await sql<{ id: string; deposit_percent: number | null }>`
    select p.id, p.deposit_percent from profiles p where p.id = ${id}::uuid and p.is_dj and p.is_public and not is_suspended(p.id)
      and not is_blocked_between(p.id, ${clientId}::uuid)`.execute(db)
  if (!rows[0]) throw refuse('NOT_FOUND')
  return rows[0]
}

import { UNKNOWN_ZONE, findPlaceZone } from '~/lib/city-zones'
import { getRateLimitKey } from '~/platform/rpc/caller'
import { requireCaller } from '~/platform/rpc/context'
import { type FieldProblem, toEventTimes } from '../../rules/event-times'
import type { EventType } from '../../rules/event-type'
import type { Context } from '../context'
import { checkZone } from './check-zone'
import { refuseFields } from './errors'

interface NewEvent {
  title: string
  eventType: EventType
  date: string
  startsAt: string
  endsAt?: string | null | undefined
  doorsAt?: string | null | undefined
  timezone?: string | undefined
  venueName?: string | undefined
  location?: string | undefined
  clientKey: string
}

/** The limit of new drafts per person and day: enough for a year of plans, but too few to flood the site. */
export const DRAFT_LIMIT = { points: 60, seconds: 86_400 }

// The names that these fields have in the input of `create`.
const names: Record<string, string> = { doorsClock: 'doorsAt', endClock: 'endsAt' }
const toCreateField = ({ path, message }: FieldProblem) => ({ path: names[path] ?? path, message })

/**
 * Creates a draft of the caller. Repeats with the same key create one draft, also concurrently. @throws INVALID,
 * TOO_MANY_REQUESTS
 */
export async function createEvent(
  context: Pick<Context, 'caller' | 'db' | 'limits' | 'live' | 'now'>,
  input: NewEvent,
): Promise<{ id: string }> {
  const { id: organizerId } = requireCaller(context)
  const { title, eventType, date, startsAt, endsAt = null, doorsAt = null, clientKey } = input
  const timezone = input.timezone ?? findPlaceZone(`${input.venueName ?? ''}, ${input.location ?? ''}`)
  if (timezone === undefined) throw refuseFields([{ path: 'timezone', message: UNKNOWN_ZONE }])
  const clocks = { date, startClock: startsAt, endClock: endsAt, doorsClock: doorsAt, timezone }
  const now = context.now()
  const times = toEventTimes(clocks, now)
  if ('problems' in times) throw refuseFields(times.problems.map(toCreateField))
  const known = await findByClientKey(context, organizerId, clientKey)
  if (known) return known
  await checkZone(context.db, timezone, 'timezone')
  await context.limits.consume(...getRateLimitKey('event draft', requireCaller(context)), DRAFT_LIMIT)
  const made = await context.db
    .insertInto('events')
    .values({
      title,
      event_type: eventType,
      event_date: times.startsAt,
      doors_at: times.doorsAt,
      ends_at: times.endsAt,
      timezone,
      event_status: 'draft',
      venue_name: input.venueName ?? '',
      location: input.location ?? '',
      organizer_id: organizerId,
      saved_by: organizerId,
      client_key: clientKey,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['organizer_id', 'client_key']).where('client_key', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  const event = made ?? (await findByClientKey(context, organizerId, clientKey))
  if (!event) throw new Error('The existing draft was deleted')
  context.live.publish([organizerId], ['events'])
  return event
}

function findByClientKey({ db }: Pick<Context, 'db'>, organizerId: string, clientKey: string) {
  return db
    .selectFrom('events')
    .select('id')
    .where('organizer_id', '=', organizerId)
    .where('client_key', '=', clientKey)
    .executeTakeFirst()
}

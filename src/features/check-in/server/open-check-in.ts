import { sql } from 'kysely'
import { getOwnEvent, type OwnEvent } from '~/features/events/server/public'
import { requireCaller } from '~/platform/rpc/context'
import type { CheckInList } from '../contract'
import { getCheckInWindow } from '../rules/check-in-window'
import type { Context } from './context'
import { listDuplicates } from './duplicate-check-ins'
import { getReadPosition, listGuests, listTickets } from './check-in-list'
import { isEventManager } from './is-event-manager'

type Reader = Pick<Context, 'db' | 'caller'>
const MAX_DUPLICATES = 200

/** Returns everything a phone needs to check people in, also offline. */
export async function openCheckIn(context: Reader, { eventId }: { eventId: string }): Promise<CheckInList> {
  const own = await getCheckInEvent(context, eventId)
  // Read the position first: rows that change during the read are then included in the changes too.
  const { seq } = await getReadPosition(context.db)
  return readCheckInList(context, own, { seq })
}

/** Returns the changes to the list after `since`. */
export async function getChanges(
  context: Reader,
  { eventId, since, guestsTag }: { eventId: string; since: string; guestsTag: string },
): Promise<CheckInList & { isComplete: boolean }> {
  const own = await getCheckInEvent(context, eventId)
  const { seq, isAhead } = await getReadPosition(context.db, since)
  const list = await readCheckInList(context, own, { seq, ...(isAhead ? {} : { since, guestsTag }) })
  return { ...list, isComplete: isAhead }
}

const getCheckInEvent = (context: Reader, eventId: string) =>
  getOwnEvent(context.db, requireCaller(context), { id: eventId, act: 'check_in' })

async function readCheckInList(
  { db }: Reader,
  own: OwnEvent,
  { seq, since, guestsTag }: { seq: string; since?: string; guestsTag?: string },
): Promise<CheckInList> {
  const [head, tickets, { guests, tag }, duplicates] = await Promise.all([
    readEventHead({ db }, own.id),
    listTickets(db, own.id, since),
    listGuests(db, own.id),
    listDuplicates(db, { eventId: own.id, onlyUnseen: true, limit: MAX_DUPLICATES }),
  ])
  const { startsAt, endsAt } = own
  const { doorsAt } = head
  const { opensAt, closesAt } = getCheckInWindow({ startsAt, doorsAt, endsAt })
  const sum = (read: (guest: (typeof guests)[number]) => number) =>
    guests.reduce((total, guest) => total + read(guest), 0)
  return {
    event: {
      id: own.id,
      title: own.title,
      startsAt: startsAt.toISOString(),
      doorsAt: doorsAt?.toISOString() ?? null,
      endsAt: endsAt?.toISOString() ?? null,
      timezone: own.timezone,
      venueName: head.venueName,
      state:
        own.status === 'cancelled' || own.status === 'draft'
          ? 'cancelled'
          : head.isDateOpen
            ? 'no_date'
            : 'on',
      opensAt: opensAt.toISOString(),
      closesAt: closesAt.toISOString(),
      canAlwaysUndo: isEventManager(own),
    },
    seq,
    serverNow: head.serverNow.toISOString(),
    tickets,
    guests: tag === guestsTag ? null : guests,
    guestsTag: tag,
    duplicates,
    counts: {
      tickets: { checkedIn: head.checkedIn, expected: head.expected },
      guests: { checkedIn: sum(({ arrived }) => arrived), expected: sum(({ size }) => size) },
    },
  }
}

interface Head {
  doorsAt: Date | null
  venueName: string
  isDateOpen: boolean
  serverNow: Date
  checkedIn: number
  expected: number
}

async function readEventHead({ db }: Pick<Reader, 'db'>, eventId: string): Promise<Head> {
  const { rows } = await sql<Head>`
    select e.doors_at as "doorsAt", coalesce(e.venue_name, '') as "venueName", e.is_date_open as "isDateOpen", clock_timestamp() as "serverNow",
      coalesce((select sum(q.tickets) from check_in_quarters q where q.event_id = e.id), 0)::integer as "checkedIn",
      coalesce((select sum(t.quantity_sold) from ticket_types t where t.event_id = e.id), 0)::integer as expected
    from events e where e.id = ${eventId}`.execute(db)
  const [head] = rows
  if (!head) throw new Error(`Event ${eventId} was deleted while its check-in list was opened`)
  return head
}

import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { eventPeople, guestLists, holderMessages, transfers, waiting } from './texts/event-activity'
import type { PlannedEvent } from './events'
import { insertRows } from './insert-rows'
import { getPersonId, getStageName } from './people'
import { seedId } from './random'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/**
 * Seeds what organizers and ticket holders did after the orders: team members, guests, the waitlist, transfers and
 * messages.
 */
export async function seedEventActivity(
  trx: Transaction,
  events: readonly PlannedEvent[],
  now: Date,
): Promise<void> {
  const findEvent = (title: string): PlannedEvent => {
    const event = events.find((planned) => planned.title === title)
    if (!event) throw new RangeError(`The demo has no event called ${title}`)
    return event
  }
  // Counts days back from the start of the event, or from now if the event is still ahead.
  const subtractDays = ({ startsAt }: PlannedEvent, days: number): Date =>
    new Date(Math.min(now.getTime(), startsAt.getTime()) - days * DAY)
  await insertRows(
    trx,
    'event_people',
    eventPeople.map(({ event, person, relation, daysAgo }) => ({
      event_id: findEvent(event).id,
      person_id: getPersonId(person),
      relation,
      added_by: getPersonId(findEvent(event).organizer),
      created_at: subtractDays(findEvent(event), daysAgo),
    })),
  )
  await insertRows(trx, 'guests', toGuestRows(findEvent, subtractDays))
  await seedWaitlist(trx, findEvent, now)
  await seedTransfers(trx, findEvent, now)
  await seedMessages(trx, findEvent, now)
}

type FindEvent = (title: string) => PlannedEvent

function toGuestRows(findEvent: FindEvent, subtractDays: (event: PlannedEvent, days: number) => Date) {
  return Object.entries(guestLists).flatMap(([title, guests], list) =>
    guests.map(([name, plusOnes, guestOf, arrived = 0], n) => {
      const event = findEvent(title)
      return {
        id: seedId('guest', list * 100 + n),
        event_id: event.id,
        name,
        plus_ones: plusOnes,
        guest_of: guestOf,
        arrived,
        arrived_at: arrived > 0 ? new Date(event.startsAt.getTime() + (25 + n * 19) * 60_000) : null,
        added_by: getPersonId(event.organizer),
        created_at: subtractDays(event, 3 + n / 4),
      }
    }),
  )
}

/** Inserts the waitlist. A database trigger updates the count on the ticket type. */
async function seedWaitlist(trx: Transaction, findEvent: FindEvent, now: Date): Promise<void> {
  const type = findEvent(waiting.event).ticketTypes.find(({ name }) => name === waiting.type)
  await insertRows(
    trx,
    'waitlist_entries',
    waiting.line.map(([person, quantity, daysAgo], n) => ({
      id: seedId('waitlist-entry', n),
      ticket_type_id: type?.id ?? '',
      customer_id: getPersonId(person),
      quantity,
      status: 'waiting',
      created_at: new Date(now.getTime() - daysAgo * DAY),
    })),
  )
}

/**
 * Transfers the last ticket of each sender. Pending transfers get a random code that no one knows, so their links can't
 * be opened.
 */
async function seedTransfers(trx: Transaction, findEvent: FindEvent, now: Date): Promise<void> {
  for (const [n, { event, type, from, to, email, daysAgo }] of transfers.entries()) {
    const at = new Date(now.getTime() - daysAgo * DAY)
    const ticketType = findEvent(event).ticketTypes.find(({ name }) => name === type)
    const hash = createHash('sha256').update(randomBytes(32)).digest()
    const address = to === undefined ? (email ?? '') : `${to}@backtoback.example`
    await sql`
      with mine as (
        select id, secret from tickets where ticket_type_id = ${ticketType?.id} and customer_id = ${getPersonId(from)} and status = 'valid'
        order by id desc limit 1
      ), offered as (
        insert into ticket_transfers (id, ticket_id, from_id, to_email, token_hash, status, to_id, old_secret, created_at, settled_at)
        select ${seedId('transfer', n)}, id, ${getPersonId(from)}, ${address}, ${hash},
          ${to === undefined ? 'pending' : 'accepted'}, ${to === undefined ? null : getPersonId(to)}::uuid,
          ${to === undefined ? sql`null::uuid` : sql`secret`}, ${at},
          ${to === undefined ? null : new Date(at.getTime() + 2 * HOUR)}::timestamptz from mine
      )
      update tickets k set customer_id = ${getPersonId(to ?? from)}::uuid, holder_name = ${to === undefined ? null : getStageName(to)},
        secret = case when ${to === undefined} then k.secret else gen_random_uuid() end
      from mine where k.id = mine.id`.execute(trx)
  }
}

/** Stores each message as sent to the people who held tickets at that time, once per email address. */
async function seedMessages(trx: Transaction, findEvent: FindEvent, now: Date): Promise<void> {
  for (const [n, { event, daysAgo, subject, body }] of holderMessages.entries()) {
    const { id, organizer } = findEvent(event)
    const at = new Date(now.getTime() - daysAgo * DAY)
    await sql`
      insert into holder_messages (id, event_id, by_id, subject, body, client_key, recipients, created_at)
      select ${seedId('holder-message', n)}, ${id}, ${getPersonId(organizer)}, ${subject}, ${body}, ${seedId('message-key', n)},
        count(distinct lower(o.buyer_email)), ${at}
      from tickets k join orders o on o.id = k.order_id
      where k.event_id = ${id} and k.status = 'valid' and k.created_at <= ${at}`.execute(trx)
  }
}

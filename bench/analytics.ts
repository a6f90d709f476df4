import type { Database } from '~/database/connect'
import { listMyEvents } from '~/features/events/server/dashboard/my-events'
import { getSalesFigures } from '~/features/events/server/numbers/get-sales-figures'
import { listAttendees } from '~/features/tickets/server/attendees/list-attendees'
import { measureGrowth } from './harness/growth'
import { fillEvent, EVENT, ORGANIZER } from './harness/event'
import { insist } from './harness/sale'
import { sizeArgument } from './harness/quick'

// The sales are spread over the sixty days before this time. At noon UTC, London has the same date in summer and
// winter, so each of these days is a different date there.
const at = new Date(new Date().setUTCHours(12, 0, 0, 0))
const organizer = {
  id: ORGANIZER,
  sessionId: ORGANIZER,
  fullName: 'Ilse Brandt',
  email: 'p1@event.example',
  isEmailVerified: true,
  avatarUrl: null,
  roles: ['user' as const],
}
const asked = (db: Database) => ({ caller: organizer, db, now: () => at })

await measureGrowth({
  name: 'analytics',
  small: 1_000,
  large: sizeArgument(100_000, 1_000),
  things: 'tickets of one event',
  fill: async (db: Database, size: number) => {
    await fillEvent(db, size, at)
    const numbers = await getSalesFigures(asked(db), EVENT)
    insist(numbers.sold === size, `${numbers.sold} tickets are sold`)
    return { db }
  },
  calls: 100,
  readings: {
    open: async ({ db }) => {
      const numbers = await getSalesFigures(asked(db), EVENT)
      insist(numbers.days.length === 60, `${numbers.days.length} days`)
    },
    'my events': async ({ db }) => {
      const { upcoming } = await listMyEvents(asked(db), {})
      insist(upcoming.length === 1, `${upcoming.length} events`)
    },
    'attendees, first page': async ({ db }) => {
      const page = await listAttendees(asked(db), { eventId: EVENT, filter: 'all' })
      insist(page.attendees.length === 50, `${page.attendees.length} attendees`)
    },
    'attendees, one person': async ({ db }) => {
      const page = await listAttendees(asked(db), { eventId: EVENT, filter: 'all', q: 'p77@event.example' })
      insist(page.attendees.length === 2, `${page.attendees.length} attendees`)
    },
    'attendees, a word that all share': async ({ db }) => {
      const page = await listAttendees(asked(db), { eventId: EVENT, filter: 'all', q: 'event' })
      insist(page.attendees.length === 50, `${page.attendees.length} attendees`)
    },
  },
})

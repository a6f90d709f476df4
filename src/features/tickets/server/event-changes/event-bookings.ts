import type { Database, Transaction } from '~/database/connect'
import type { EventBookingChoice } from '../../contract-event-changes'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Live } from '~/platform/live/live'

/** The DJs booked for an event. The bookings feature implements it and `app.ts` connects the two. */
export interface EventBookings {
  list(
    db: Database | Transaction,
    about: { eventId: string; clientId: string; now: Date },
  ): Promise<
    {
      id: string
      djName: string
      status: 'pending' | 'confirmed'
      startsAt: Date
      endsAt: Date
      timezone: string
    }[]
  >
  /** Call this in the transaction that changes the event. Call the function that it returns after the commit. */
  change(
    trx: Transaction,
    jobs: Pick<Jobs, 'enqueue' | 'enqueueMany'>,
    change: {
      eventId: string
      clientId: string
      outcomes: ReadonlyMap<string, EventBookingChoice['outcome']>
      otherwise: EventBookingChoice['outcome']
      moved: { from: Date; to: string; timezone: string } | null
      reason: string
      now: Date
    },
  ): Promise<(live: Pick<Live, 'publish'>) => void>
}

export function toOutcomesById(
  choices: readonly EventBookingChoice[],
): ReadonlyMap<string, EventBookingChoice['outcome']> {
  return new Map(choices.map(({ id, outcome }) => [id, outcome]))
}

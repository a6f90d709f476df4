import { useState } from 'react'
import { SelectField } from '~/design/select-field'
import { formatClock, formatShortDay, formatZone } from '~/lib/time'
import type { EventBooking } from '../../contract-event-changes'
import styles from './event-changes.module.css'

const labels = {
  ask: 'Ask the DJ to agree to the new date',
  cancel: 'Cancel the booking',
  keep: 'Keep the booking as it is',
}
type Outcome = keyof typeof labels

export type BookingChoices<Offered extends Outcome> = {
  sent: { bookings: { id: string; outcome: Offered }[] } | undefined
  value: (id: string) => Offered
  choose: (id: string, outcome: string) => void
  offered: readonly [Offered, ...Offered[]]
}

/** Manages the outcome of each booking of an event: the first of `offered` unless the organizer chooses another one. */
export function useBookingChoices<Offered extends Outcome>(
  bookings: readonly EventBooking[],
  offered: readonly [Offered, ...Offered[]],
): BookingChoices<Offered> {
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({})
  const getOutcome = (id: string) => offered.find((outcome) => outcome === chosen[id]) ?? offered[0]
  return {
    sent:
      bookings.length === 0
        ? undefined
        : { bookings: bookings.map(({ id }) => ({ id, outcome: getOutcome(id) })) },
    value: getOutcome,
    choose: (id, outcome) => setChosen((before) => ({ ...before, [id]: outcome })),
    offered,
  }
}

/** Lists the booked DJs with a choice of outcomes for each booking. */
export function BookedDjs<Offered extends Outcome>(props: {
  bookings: readonly EventBooking[]
  choices: BookingChoices<Offered>
}) {
  const { bookings, choices } = props
  if (bookings.length === 0) return null
  return (
    <fieldset className={styles.bookings}>
      <legend className="label">Booked DJs</legend>
      {bookings.map(({ id, djName, startsAt, endsAt, timezone, status }) => (
        <SelectField
          key={id}
          label={djName}
          help={`${formatShortDay(startsAt, timezone)}, ${formatClock(startsAt, timezone)}–${formatClock(endsAt, timezone)}, ${formatZone(timezone)}${status === 'pending' ? '. Not agreed yet.' : ''}`}
          value={choices.value(id)}
          options={choices.offered.map((outcome) => ({ value: outcome, label: labels[outcome] }))}
          onChange={({ target }) => choices.choose(id, target.value)}
        />
      ))}
      <p className="small muted">Each DJ is notified.</p>
    </fieldset>
  )
}

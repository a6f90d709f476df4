import { useState } from 'react'
import { findZoneHint, findPlaceZone } from '~/lib/city-zones'
import { TextField } from '~/design/text-field'
import type { EventEditor } from './use-event-editor'

type PlaceSectionProps = {
  editor: EventEditor
  /** Tickets sold or held: the minimum capacity. */
  soldOrHeld: number
  /** Whether the time zone can't change: the event is postponed, or its times are final. */
  isZoneFixed: boolean
}

export function PlaceSection({ editor, soldOrHeld, isZoneFixed }: PlaceSectionProps) {
  const { values, change, findError } = editor
  // The city before the current change. If the time zone isn't that of this city, it was chosen by hand.
  const [cityBefore, setCityBefore] = useState(values.location)
  const before = findPlaceZone(cityBefore)
  // Keeps a time zone that was chosen by hand, and the time zone of an event with tickets.
  const followCity = () => {
    const zone = findPlaceZone(values.location)
    const isManual = before !== undefined && before !== values.timezone
    const isMoved = values.location !== cityBefore && zone !== undefined && zone !== values.timezone
    if (isMoved && !isManual && soldOrHeld === 0 && !isZoneFixed) change({ timezone: zone })
  }
  return (
    <section id="place" aria-labelledby="place-h">
      <h2 className="title-2" id="place-h" tabIndex={-1}>
        Place
      </h2>
      <div className="columns-3">
        <div className="span-2">
          <TextField
            label="Venue"
            autoComplete="off"
            value={values.venueName}
            error={findError('venueName')}
            onChange={(event) => change({ venueName: event.target.value })}
          />
        </div>
        <TextField
          label="Capacity"
          inputMode="numeric"
          autoComplete="off"
          value={values.capacity === null ? '' : String(values.capacity)}
          error={findError('capacity')}
          help={soldOrHeld > 0 ? `people; ${soldOrHeld} tickets are sold or held` : 'people'}
          onChange={(event) => change({ capacity: parseCount(event.target.value) })}
        />
      </div>
      <div className="columns-3">
        <div className="span-2">
          <TextField
            label="Address"
            autoComplete="off"
            value={values.venueAddress}
            error={findError('venueAddress')}
            onChange={(event) => change({ venueAddress: event.target.value })}
          />
        </div>
        <TextField
          label="City"
          autoComplete="off"
          value={values.location}
          error={findError('location')}
          help={
            before === values.timezone && !isZoneFixed
              ? findZoneHint(values.location, values.timezone)
              : undefined
          }
          onFocus={() => findPlaceZone(values.location) !== undefined && setCityBefore(values.location)}
          onChange={(event) => change({ location: event.target.value })}
          onBlur={followCity}
        />
      </div>
    </section>
  )
}

/** Ignores non-digits; nine digits are enough for any capacity. */
function parseCount(text: string): number | null {
  const digits = text.replaceAll(/\D/gu, '').slice(0, 9)
  return digits === '' ? null : Number(digits)
}

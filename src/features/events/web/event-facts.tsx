import { CalendarDays, Clock, IdCard, MapPin, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import { Icon, type LucideIcon } from '~/design/icon'
import { formatCount } from '~/lib/count'
import { formatClock, formatDay, formatZoneNote } from '~/lib/time'
import type { EventDetail } from '../contract'
import styles from './event-page.module.css'
import { dateOpen } from './format-start-and-venue'
import { useReaderZone } from '~/design/use-reader-zone'

/** Date, place, capacity and age. Times are local to the venue; the time zone is shown to readers elsewhere. */
export function EventFacts({ event }: { event: EventDetail }) {
  const readerZone = useReaderZone()
  const { startsAt, timezone, movedFrom } = event
  const note = readerZone === undefined ? undefined : formatZoneNote(startsAt, timezone, readerZone)
  return (
    <dl className={styles.facts}>
      <Fact icon={CalendarDays} label="Date">
        {event.isDateOpen ? dateOpen : formatDay(startsAt, timezone)}
        {movedFrom !== null && <FactNote>Previously {formatDay(movedFrom, timezone)}</FactNote>}
      </Fact>
      {!event.isDateOpen && (
        <Fact icon={Clock} label="Time">
          <time dateTime={startsAt}>{formatTimeRange(event)}</time>
          {note && <FactNote>{note}</FactNote>}
          {event.doorsAt && <FactNote>Doors {formatClock(event.doorsAt, timezone)}</FactNote>}
        </Fact>
      )}
      <Fact icon={MapPin} label="Venue">
        {event.venueName}
        <FactNote>{event.venueAddress || event.location}</FactNote>
      </Fact>
      {event.capacity !== null && (
        <Fact icon={Users} label="Capacity">
          {formatCount(event.capacity)} people
        </Fact>
      )}
      {event.ageRestriction !== null && (
        <Fact icon={IdCard} label="Age">
          {formatMinimumAge(event.ageRestriction)}
        </Fact>
      )}
    </dl>
  )
}

export function formatMinimumAge(age: number): string {
  return age > 0 ? `${age}+` : 'All ages'
}

function formatTimeRange({ startsAt, endsAt, timezone }: EventDetail): string {
  const start = formatClock(startsAt, timezone)
  return endsAt === null ? start : `${start} to ${formatClock(endsAt, timezone)}`
}

function Fact({ icon, label, children }: { icon: LucideIcon; label: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        <Icon of={icon} />
        {label}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

function FactNote({ children }: { children: ReactNode }) {
  return (
    <>
      <br />
      <span className={classNames('muted', styles.aside)}>{children}</span>
    </>
  )
}

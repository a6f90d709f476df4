import { Badge } from '~/design/badge'
import { classNames } from '~/design/class-names'
import type { CalendarEntry } from '../../contract-shapes'
import { findEntryPath, statusTones, getTown } from './booking-labels'
import styles from './own-calendar.module.css'

/** Lists the month below the table, for phones, where a day has no room for text. */
export function Agenda(props: { entries: readonly CalendarEntry[]; onHold: (day: string) => void }) {
  const { entries, onHold } = props
  if (entries.length === 0) return null
  return (
    <ol className={classNames('phone-only', styles.agenda)} aria-label="This month">
      {entries
        .toSorted((a, b) => a.day.localeCompare(b.day))
        .map((entry) => (
          <li key={`${entry.day} ${entry.bookingId ?? entry.eventId}`}>
            {findEntryPath(entry) === undefined ? (
              <button type="button" onClick={() => onHold(entry.day)}>
                <Line entry={entry} />
              </button>
            ) : (
              <a href={findEntryPath(entry)}>
                <Line entry={entry} />
              </a>
            )}
          </li>
        ))}
    </ol>
  )
}

function Line({ entry: { day, title, detail, time, state, awaitsYou } }: { entry: CalendarEntry }) {
  return (
    <>
      <b className={classNames('figure', styles.dayOfMonth)}>{Number(day.slice(8))}</b>
      <span>
        <b className="bold">{title}</b>
        <span className="small muted">
          {state === 'held' ? detail : [time, getTown(detail)].filter(Boolean).join(', ')}
        </span>
      </span>
      {state === 'held' ? (
        <Badge tone="outline">on hold</Badge>
      ) : (
        <Badge tone={statusTones[state]}>{awaitsYou ? 'Answer' : state}</Badge>
      )}
    </>
  )
}

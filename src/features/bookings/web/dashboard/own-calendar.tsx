import { useQueries, useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { IconButton } from '~/design/icon-button'
import { Note } from '~/design/note'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { CalendarEntry } from '../../contract-shapes'
import { addMonths, formatMonth, listWeeks } from '../../rules/month-days'
import { ownMonthQuery } from '../queries'
import { CalendarFeed } from './calendar-feed'
import { HoldDialog } from './hold-dialog'
import { OwnMonth } from './own-month'
import styles from './own-calendar.module.css'
import { Dot } from '~/design/dot'
import { Badge } from '~/design/badge'
import { findEntryPath, statusTones, getTown } from './booking-labels'

type OwnCalendarProps = {
  month: string
  onToday: () => void
  onMonth: (month: string) => void
  canHold: boolean
}

/** The caller's month: pending and confirmed bookings, holds, and free days. */
export function OwnCalendar({ month, onToday, onMonth, canHold }: OwnCalendarProps) {
  const [held, setHeld] = useState<{ day: string; entry: CalendarEntry | undefined }>()
  const { data, isPending, isError, error, refetch } = useQuery(ownMonthQuery(month))
  const neighbors = useQueries({ queries: listNeighborMonths(month).map(ownMonthQuery) })
  const ownEntries = data?.entries ?? []
  const entries = [
    ...ownEntries,
    ...neighbors
      .flatMap((neighbor) => neighbor.data?.entries ?? [])
      .filter(({ day }) => !day.startsWith(month)),
  ]
  const openHold = (day: string) => {
    setHeld({ day, entry: entries.find((entry) => entry.day === day && entry.state === 'held') })
  }
  return (
    <>
      <div className={classNames('row between wrap', styles.head)}>
        <div className={classNames('row', styles.switcher)}>
          <IconButton
            label="Previous month"
            icon={ChevronLeft}
            className={styles.previous}
            onClick={() => onMonth(addMonths(month, -1))}
          />
          <h2 className="title-2" aria-live="polite">
            {formatMonth(month)}
          </h2>
          <IconButton label="Next month" icon={ChevronRight} onClick={() => onMonth(addMonths(month, 1))} />
          <Button size="sm" className={styles.today} onClick={onToday}>
            Today
          </Button>
        </div>
        <ul className={classNames('row wrap small muted', styles.legend)} aria-label="Legend">
          {canHold && (
            <li className="row">
              <Dot stock="mint" />
              Free
            </li>
          )}
          <li className="row">
            <i className={styles.pending} />
            Pending
          </li>
          {canHold && (
            <li className="row">
              <i className={styles.held} />
              On hold
            </li>
          )}
          <li className="row">
            <i className={styles.confirmed} />
            Confirmed
          </li>
        </ul>
      </div>
      {isError && !data && (
        <Note tone="red" role="alert" className={styles.failed}>
          {getErrorMessage(error)}{' '}
          <button type="button" className="link" onClick={() => void refetch()}>
            Try again
          </button>
        </Note>
      )}
      <OwnMonth
        month={month}
        isLoading={isPending}
        today={data?.today}
        entries={entries}
        freeDays={[data, ...neighbors.map((neighbor) => neighbor.data)].flatMap(
          (loaded) => loaded?.freeDays ?? [],
        )}
        onMonth={onMonth}
        onHold={canHold ? openHold : undefined}
      />
      <Agenda entries={ownEntries} onHold={openHold} />
      <CalendarFeed />
      {held && (
        <HoldDialog
          key={held.day}
          day={held.day}
          today={data?.today}
          entry={held.entry}
          onClose={() => setHeld(undefined)}
        />
      )}
    </>
  )
}

/** Returns the neighboring months with days in the first or last week of this month. */
function listNeighborMonths(month: string): string[] {
  const months = new Set(
    listWeeks(month)
      .flat()
      .map((day) => day.slice(0, 7)),
  )
  months.delete(month)
  return [...months]
}

/** Lists the month's entries below the table on phones, where a day in the table has no room for text. */
function Agenda(props: { entries: readonly CalendarEntry[]; onHold: (day: string) => void }) {
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
                <AgendaLine entry={entry} />
              </button>
            ) : (
              <a href={findEntryPath(entry)}>
                <AgendaLine entry={entry} />
              </a>
            )}
          </li>
        ))}
    </ol>
  )
}

function AgendaLine({ entry: { day, title, detail, time, state, awaitsYou } }: { entry: CalendarEntry }) {
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

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { IconButton } from '~/design/icon-button'
import { getErrorMessage } from '~/platform/rpc/errors'
import { AHEAD_MAX_DAYS } from '../../rules/booking-limits'
import { addDays } from '../../rules/days'
import { addMonths, formatMonth } from '../../rules/month-days'
import { availabilityQuery } from '../queries'
import { listFreeDays } from './day-states'
import { formatDayLabel } from './month-grid'
import { MonthTable } from './month-table'
import styles from './availability.module.css'

type AvailabilityMonthProps = {
  djId: string
  /** The month to open, such as `2026-12`, which the loader has fetched. `day` is a chosen day in it. */
  month: string
  day?: string | undefined
  /** The text below the chosen day, such as `$1,200 per event`. */
  note: string
  /** Called with the chosen day; undefined on the DJ's own page. */
  onBook?: ((day: string) => void) | undefined
  /** Shown instead of the chosen day on the DJ's own page. */
  children?: ReactNode
}

/** Shows a month of a DJ's calendar and a button to book the chosen day. */
export function AvailabilityMonth({
  djId,
  month: opened,
  day,
  note,
  onBook,
  children,
}: AvailabilityMonthProps) {
  const client = useQueryClient()
  const [month, setMonth] = useState(opened)
  const [chosen, setChosen] = useState(day)
  const { data, error, isError, refetch } = useQuery(availabilityQuery(djId, month))
  // Today according to the server, since the reader's clock may be wrong.
  const [today, setToday] = useState(data?.today)
  if (data && data.today !== today) setToday(data.today)
  const free = listFreeDays(data)
  const picked = chosen?.startsWith(month) ? chosen : free[0]
  const last = today && addDays(today, AHEAD_MAX_DAYS).slice(0, 7)
  const isFirst = today === undefined || month <= today.slice(0, 7)
  const isLast = last === undefined || month >= last
  const prefetch = (to: string) => void client.prefetchQuery(availabilityQuery(djId, to))
  const createStepProps = (count: number) => ({
    size: 'sm' as const,
    onPointerEnter: () => prefetch(addMonths(month, count)),
    onClick: () => setMonth(addMonths(month, count)),
  })
  const leave = (next: string) => {
    if (next < month ? !isFirst : !isLast) setMonth(next)
  }

  return (
    <section>
      <div className={classNames('row between', styles.head)}>
        <h2 className="title-2">Availability</h2>
        <div className={classNames('row', styles.switcher)}>
          <IconButton
            label="Previous month"
            icon={ChevronLeft}
            aria-disabled={isFirst}
            {...createStepProps(-1)}
          />
          <b className="bold" aria-live="polite">
            {formatMonth(month)}
          </b>
          <IconButton label="Next month" icon={ChevronRight} aria-disabled={isLast} {...createStepProps(1)} />
        </div>
      </div>
      <MonthTable month={month} states={data} picked={onBook && picked} onPick={setChosen} onMonth={leave} />
      <ul className={classNames('row wrap small muted', styles.legend)} aria-label="Legend">
        <li className="row">
          <i />
          Available
        </li>
        <li className="row">
          <i className={styles.heldMark} />
          On hold
        </li>
        <li className="row">
          <i className={styles.bookedMark} />
          Booked
        </li>
      </ul>
      {isError && !data && (
        <div className={classNames('row between', styles.panel)} role="alert">
          <p className="small">{getErrorMessage(error)}</p>
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      )}
      {onBook && data && <BookDayPanel day={picked} month={month} note={note} onBook={onBook} />}
      {children && <div className={classNames('row between', styles.panel)}>{children}</div>}
    </section>
  )
}

type OfferProps = { day: string | undefined; month: string; note: string; onBook: (day: string) => void }

function BookDayPanel({ day, month, note, onBook }: OfferProps) {
  if (day === undefined)
    return (
      <p className={classNames('row between small muted', styles.panel)}>
        No usual day is free in {formatMonth(month)}. You can request any other day with Book Now.
      </p>
    )
  return (
    <div className={classNames('row between', styles.panel)}>
      <div>
        <p className="bold">{formatDayLabel(day)}</p>
        <p className="small muted">{note}</p>
      </div>
      <Button variant="primary" onClick={() => onBook(day)}>
        Book Now
      </Button>
    </div>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '~/design/button'
import { IconButton } from '~/design/icon-button'
import { errorMessage } from '~/platform/rpc/errors'
import { AHEAD_MAX_DAYS } from '../../rules/booking-limits'
import { addDays } from '../../rules/days'
import { addMonths, monthWords } from '../../rules/month-days'
import { availabilityQuery } from '../queries'
import { freeDays } from './day-states'
import { dayWords } from './month-grid'
import { MonthTable } from './month-table'
import './availability.css'

type AvailabilityMonthProps = {
  djId: string
  /** The month to open, `2026-12`, which the loader has read; and a day of it that is asked for already. */
  month: string
  day?: string | undefined
  /** Below the chosen day, such as `$1,200 per event`. */
  note: string
  /** Left out on one's own page. */
  onBook?: ((day: string) => void) | undefined
  /** What stands there instead of the chosen day on one's own page. */
  children?: ReactNode
}

/** When a DJ is free: a month of days, and what can be done with the chosen one. */
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
  // Known from any month that was read: what is shown must not depend on the reader's clock.
  const [today, setToday] = useState(data?.today)
  if (data && data.today !== today) setToday(data.today)
  const free = freeDays(data)
  const picked = chosen?.startsWith(month) ? chosen : free[0]
  const last = today && addDays(today, AHEAD_MAX_DAYS).slice(0, 7)
  const isFirst = today === undefined || month <= today.slice(0, 7)
  const isLast = last === undefined || month >= last
  const prefetch = (to: string) => void client.prefetchQuery(availabilityQuery(djId, to))
  const step = (count: number) => ({
    size: 'sm' as const,
    onPointerEnter: () => prefetch(addMonths(month, count)),
    onClick: () => setMonth(addMonths(month, count)),
  })
  const leave = (next: string) => {
    if (next < month ? !isFirst : !isLast) setMonth(next)
  }

  return (
    <section className="avm">
      <div className="row between head">
        <h2 className="t2">Availability</h2>
        <div className="row">
          <IconButton label="Previous month" icon={ChevronLeft} aria-disabled={isFirst} {...step(-1)} />
          <b className="b" aria-live="polite">
            {monthWords(month)}
          </b>
          <IconButton label="Next month" icon={ChevronRight} aria-disabled={isLast} {...step(1)} />
        </div>
      </div>
      <MonthTable month={month} states={data} picked={onBook && picked} onPick={setChosen} onMonth={leave} />
      <ul className="row wrapf small m2 legend" aria-label="Legend">
        <li className="row">
          <i className="k1" />
          Available
        </li>
        <li className="row">
          <i className="k2" />
          On hold
        </li>
        <li className="row">
          <i className="k3" />
          Booked
        </li>
      </ul>
      {isError && !data && (
        <div className="offer" role="alert">
          <p className="small">{errorMessage(error)}</p>
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      )}
      {onBook && data && <Offer day={picked} month={month} note={note} onBook={onBook} />}
      {children}
    </section>
  )
}

type OfferProps = { day: string | undefined; month: string; note: string; onBook: (day: string) => void }

function Offer({ day, month, note, onBook }: OfferProps) {
  if (day === undefined)
    return (
      <p className="offer small m2">
        No usual day is free in {monthWords(month)}. Book Now asks for any other.
      </p>
    )
  return (
    <div className="offer">
      <div>
        <p className="b">{dayWords(day)}</p>
        <p className="small m2">{note}</p>
      </div>
      <Button variant="primary" onClick={() => onBook(day)}>
        Book Now
      </Button>
    </div>
  )
}

import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import { tintClass } from '~/design/flyer/stocks'
import { Icon } from '~/design/icon'
import { formatDay } from '~/lib/time'
import type { CalendarEntry } from '../../contract-shapes'
import { formatMonth, WEEKDAYS, weeksOf } from '../../rules/month-days'
import { entryPath, townOf } from './booking-labels'
import { useMonthKeys } from '../use-month-keys'
import styles from './own-month.module.css'
import { Dot } from '~/design/dot'

type OwnMonthProps = {
  month: string
  isLoading: boolean
  /** Undefined while loading; no day can be held until then. */
  today: string | undefined
  entries: readonly CalendarEntry[]
  freeDays: readonly string[]
  onMonth: (month: string) => void
  /** Holds a day or changes its hold; undefined for members who cannot hold days. */
  onHold: ((day: string) => void) | undefined
}

/** A month as a table. One day is in the tab order, arrow keys move to the others, Enter opens the entry. */
export function OwnMonth(props: OwnMonthProps) {
  const { month, isLoading, today, entries, freeDays, onMonth, onHold } = props
  const byDay = Map.groupBy(entries, ({ day }) => day)
  const { active, ref } = useMonthKeys({ month, start: today, onMonth })
  return (
    <table className={styles.month} aria-busy={isLoading} ref={ref}>
      <caption className="visually-hidden">{formatMonth(month)}. Arrow keys move from day to day.</caption>
      <thead>
        <tr>
          {WEEKDAYS.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <Day
                key={day}
                day={day}
                today={today}
                entries={byDay.get(day) ?? []}
                isFree={freeDays.includes(day)}
                isOtherMonth={!day.startsWith(month)}
                isStop={day === active}
                onHold={onHold}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The number and state of a day; the labels of links and buttons in the day repeat both in words. */
function DayHead({ day, children }: { day: string; children?: ReactNode }) {
  return (
    <span className={styles.dayHead} aria-hidden="true">
      <b>{Number(day.slice(8))}</b>
      {children}
    </span>
  )
}

type DayProps = Pick<OwnMonthProps, 'today' | 'entries' | 'onHold'> & {
  day: string
  isFree: boolean
  /** Shows its entries, but is held and reached by keyboard in its own month only. */
  isOtherMonth: boolean
  isStop: boolean
}

function Day({ day, today, entries, isFree, isOtherMonth, isStop, onHold }: DayProps) {
  const asks = entries.some((entry) => entry.awaitsYou)
  const words = formatDay(`${day}T12:00:00Z`, 'UTC').split(' ').slice(0, 3).join(' ')
  const isAhead = today !== undefined && day >= today
  const tabIndex = isStop ? 0 : -1
  return (
    <td
      className={classNames(
        isOtherMonth && styles.otherMonth,
        asks && styles.toAnswer,
        day === today && styles.today,
      )}
      data-day={isOtherMonth ? undefined : day}
    >
      <DayHead day={day}>
        {asks && <span className={styles.state}>Answer</span>}
        {!asks && isFree && isAhead && (
          <span className={styles.state}>
            <Dot stock="mint" />
            Free
          </span>
        )}
      </DayHead>
      {entries.length === 0 && !isOtherMonth && (
        <button
          type="button"
          className={styles.emptyDay}
          tabIndex={tabIndex}
          aria-current={day === today ? 'date' : undefined}
          aria-disabled={!(onHold && isAhead) || undefined}
          aria-label={`${words}${isFree && isAhead ? ', free' : ''}`}
          title={onHold && isAhead ? 'Hold this day' : undefined}
          onClick={() => isAhead && onHold?.(day)}
        />
      )}
      {entries.map((entry) => (
        <Entry
          key={entry.bookingId ?? entry.eventId ?? 'hold'}
          entry={entry}
          words={words}
          tabIndex={tabIndex}
          onHold={onHold}
        />
      ))}
    </td>
  )
}

type EntryProps = {
  entry: CalendarEntry
  words: string
  tabIndex: number
  onHold: DayProps['onHold']
}

function Entry({ entry, words, tabIndex, onHold }: EntryProps) {
  const { title, detail, time, state, day } = entry
  const label = labelOf(entry, words)
  const href = entryPath(entry)
  if (href === undefined) {
    return (
      <button
        type="button"
        className={classNames(styles.entry, styles.held)}
        tabIndex={tabIndex}
        aria-label={label}
        onClick={() => onHold?.(day)}
      >
        <span className={styles.entryHead}>
          <b>Hold</b>
        </span>{' '}
        {title !== 'On hold' && <b className={styles.name}>{title}</b>}{' '}
        <span className={styles.place}>{detail}</span>
      </button>
    )
  }
  const isPasted = state === 'confirmed' || state === 'completed'
  return (
    <a
      href={href}
      className={classNames(
        styles.entry,
        isPasted ? classNames('sheet', tintClass(title), styles.confirmed) : styles.pending,
      )}
      tabIndex={tabIndex}
      aria-label={label}
    >
      <span className={styles.entryHead}>
        <b>{time}</b> {isPasted ? <Icon of={Check} /> : <span>pending</span>}
      </span>{' '}
      <b className={styles.name}>{title}</b> <span className={styles.place}>{townOf(detail)}</span>
    </a>
  )
}

/** Returns the day, then the visible text in order, then what only the style of the entry shows. */
function labelOf({ title, detail, time, state, awaitsYou }: CalendarEntry, words: string): string {
  if (state === 'held') return `${words}, Hold ${title === 'On hold' ? detail : `${title} ${detail}`}`.trim()
  const written = [time, state === 'pending' ? state : '', title, townOf(detail)].filter(Boolean).join(' ')
  const rest = state === 'pending' ? (awaitsYou ? ', waits for your answer' : '') : `, ${state}`
  return `${words}, ${written}${rest}`
}

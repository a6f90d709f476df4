import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import { getTintClass } from '~/design/flyer/paper-stocks'
import { Icon } from '~/design/icon'
import { formatDay } from '~/lib/time'
import type { CalendarEntry } from '../../contract-shapes'
import { formatMonth, WEEKDAYS, listWeeks } from '../../rules/month-days'
import { findEntryPath, getTown } from './booking-labels'
import { useMonthKeyboard } from '../use-month-keyboard'
import styles from './own-month.module.css'
import { Dot } from '~/design/dot'

type OwnMonthProps = {
  month: string
  isLoading: boolean
  /** Today's date; undefined while loading, when no day can be held. */
  today: string | undefined
  entries: readonly CalendarEntry[]
  freeDays: readonly string[]
  onMonth: (month: string) => void
  /** Opens the dialog to hold a day or change its hold; undefined for members who can't hold days. */
  onHold: ((day: string) => void) | undefined
}

/** A month as a table. One day is in the tab order, arrow keys move to the others, Enter opens the entry. */
export function OwnMonth(props: OwnMonthProps) {
  const { month, isLoading, today, entries, freeDays, onMonth, onHold } = props
  const byDay = Map.groupBy(entries, ({ day }) => day)
  const { active, ref } = useMonthKeyboard({ month, start: today, onMonth })
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
        {listWeeks(month).map((week) => (
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

/**
 * The number and state of a day. Hidden from screen readers, because the labels of the day's links and buttons
 * contain both.
 */
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
  /** True for a day of a neighboring month: it shows its entries, but can't be held or reached by keyboard. */
  isOtherMonth: boolean
  isStop: boolean
}

function Day({ day, today, entries, isFree, isOtherMonth, isStop, onHold }: DayProps) {
  const isAwaiting = entries.some((entry) => entry.awaitsYou)
  const dayLabel = formatDay(`${day}T12:00:00Z`, 'UTC').split(' ').slice(0, 3).join(' ')
  const isAhead = today !== undefined && day >= today
  const tabIndex = isStop ? 0 : -1
  return (
    <td
      className={classNames(
        isOtherMonth && styles.otherMonth,
        isAwaiting && styles.toAnswer,
        day === today && styles.today,
      )}
      data-day={isOtherMonth ? undefined : day}
    >
      <DayHead day={day}>
        {isAwaiting && <span className={styles.state}>Answer</span>}
        {!isAwaiting && isFree && isAhead && (
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
          aria-label={`${dayLabel}${isFree && isAhead ? ', free' : ''}`}
          title={onHold && isAhead ? 'Hold this day' : undefined}
          onClick={() => isAhead && onHold?.(day)}
        />
      )}
      {entries.map((entry) => (
        <Entry
          key={entry.bookingId ?? entry.eventId ?? 'hold'}
          entry={entry}
          dayLabel={dayLabel}
          tabIndex={tabIndex}
          onHold={onHold}
        />
      ))}
    </td>
  )
}

type EntryProps = {
  entry: CalendarEntry
  dayLabel: string
  tabIndex: number
  onHold: DayProps['onHold']
}

function Entry({ entry, dayLabel, tabIndex, onHold }: EntryProps) {
  const { title, detail, time, state, day } = entry
  const label = describeEntry(entry, dayLabel)
  const href = findEntryPath(entry)
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
        isPasted ? classNames('sheet', getTintClass(title), styles.confirmed) : styles.pending,
      )}
      tabIndex={tabIndex}
      aria-label={label}
    >
      <span className={styles.entryHead}>
        <b>{time}</b> {isPasted ? <Icon of={Check} /> : <span>pending</span>}
      </span>{' '}
      <b className={styles.name}>{title}</b> <span className={styles.place}>{getTown(detail)}</span>
    </a>
  )
}

/**
 * Returns a label for screen readers: the day, the visible text, then the status that sighted readers see by its
 * style.
 */
function describeEntry({ title, detail, time, state, awaitsYou }: CalendarEntry, dayLabel: string): string {
  if (state === 'held')
    return `${dayLabel}, Hold ${title === 'On hold' ? detail : `${title} ${detail}`}`.trim()
  const written = [time, state === 'pending' ? state : '', title, getTown(detail)].filter(Boolean).join(' ')
  const rest = state === 'pending' ? (awaitsYou ? ', waits for your answer' : '') : `, ${state}`
  return `${dayLabel}, ${written}${rest}`
}

import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import { tintClass } from '~/design/flyer/stocks'
import { Icon } from '~/design/icon'
import { formatDay } from '~/lib/time'
import type { CalendarEntry } from '../../contract-shapes'
import { monthWords, WEEKDAYS, weeksOf } from '../../rules/month-days'
import { entryPath, townOf } from './booking-words'
import { useMonthKeys } from '../use-month-keys'
import './own-month.css'

type OwnMonthProps = {
  month: string
  isLoading: boolean
  /** Undefined until it has been read: then no day can be taken yet. */
  today: string | undefined
  entries: readonly CalendarEntry[]
  freeDays: readonly string[]
  onMonth: (month: string) => void
  /** Holds a day, or changes the hold on it; undefined for whoever has no days to keep. */
  onHold: ((day: string) => void) | undefined
}

/** A month as a table. One day is in the tab order, arrow keys go to the others, Enter opens what stands there. */
export function OwnMonth(props: OwnMonthProps) {
  const { month, isLoading, today, entries, freeDays, onMonth, onHold } = props
  const byDay = Map.groupBy(entries, ({ day }) => day)
  const { active, ref } = useMonthKeys({ month, start: today, onMonth })
  return (
    <table className="mcal" aria-busy={isLoading} ref={ref}>
      <caption className="sr">{monthWords(month)}. Arrow keys move from day to day.</caption>
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
            {week.map((day) =>
              day.startsWith(month) ? (
                <Day
                  key={day}
                  day={day}
                  today={today}
                  entries={byDay.get(day) ?? []}
                  isFree={freeDays.includes(day)}
                  isStop={day === active}
                  onHold={onHold}
                />
              ) : (
                <td key={day} className="out">
                  <DayHead day={day} />
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The number of a day and what is said beside it; what can be pressed in the day says it all again in words. */
function DayHead({ day, children }: { day: string; children?: ReactNode }) {
  return (
    <span className="dn" aria-hidden="true">
      <b>{Number(day.slice(8))}</b>
      {children}
    </span>
  )
}

type DayProps = Pick<OwnMonthProps, 'today' | 'entries' | 'onHold'> & {
  day: string
  isFree: boolean
  isStop: boolean
}

function Day({ day, today, entries, isFree, isStop, onHold }: DayProps) {
  const asks = entries.some((entry) => entry.awaitsYou)
  const words = formatDay(`${day}T12:00:00Z`, 'UTC').split(' ').slice(0, 3).join(' ')
  const isAhead = today !== undefined && day >= today
  const tabIndex = isStop ? 0 : -1
  return (
    <td className={classNames(asks && 'ask', day === today && 'today')} data-day={day}>
      <DayHead day={day}>
        {asks && <span className="fr">Answer</span>}
        {!asks && isFree && isAhead && (
          <span className="fr">
            <i className="dot st-mint" />
            Free
          </span>
        )}
      </DayHead>
      {entries.length === 0 && (
        <button
          type="button"
          className="take"
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
  /** `Friday 18 December` */
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
        className="ent hold"
        tabIndex={tabIndex}
        aria-label={label}
        onClick={() => onHold?.(day)}
      >
        <span className="et">
          <b>Hold</b>
        </span>{' '}
        {title !== 'On hold' && <b className="en">{title}</b>} <span className="ep">{detail}</span>
      </button>
    )
  }
  const isPasted = state === 'confirmed' || state === 'completed'
  return (
    <a
      href={href}
      className={classNames('ent', isPasted ? `sheet ${tintClass(title)}` : 'pend')}
      tabIndex={tabIndex}
      aria-label={label}
    >
      <span className="et">
        <b>{time}</b> {isPasted ? <Icon of={Check} /> : <span>pending</span>}
      </span>{' '}
      <b className="en">{title}</b> <span className="ep">{townOf(detail)}</span>
    </a>
  )
}

/** The day, then what is written in it, word for word as it stands there, then what only its look says. */
function labelOf({ title, detail, time, state, awaitsYou }: CalendarEntry, words: string): string {
  if (state === 'held') return `${words}, Hold ${title === 'On hold' ? detail : `${title} ${detail}`}`.trim()
  const written = [time, state === 'pending' ? state : '', title, townOf(detail)].filter(Boolean).join(' ')
  const rest = state === 'pending' ? (awaitsYou ? ', waits for your answer' : '') : `, ${state}`
  return `${words}, ${written}${rest}`
}

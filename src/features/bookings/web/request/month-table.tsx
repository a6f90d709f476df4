import { type KeyboardEvent, useRef, useState } from 'react'
import { classNames } from '~/design/class-names'
import { addDays } from '../../rules/days'
import { type MonthOfDays, stateOf } from './day-states'
import { monthWords } from '../../rules/month-days'
import { dayWords, ownWeeksOf } from './month-grid'

type MonthTableProps = {
  month: string
  /** Undefined while it is read: then days stand there without their states. */
  states: MonthOfDays | undefined
  picked: string | undefined
  onPick: (day: string) => void
  /** A key led out of the month, to this day. */
  onLeave: (day: string) => void
}

const NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** One stop of the tab key; arrows walk the days, Home and End the week, Page Up and Page Down the months. */
export function MonthTable({ month, states, picked, onPick, onLeave }: MonthTableProps) {
  const table = useRef<HTMLTableElement>(null)
  const weeks = ownWeeksOf(month)
  const first = weeks.flat().find((day) => day !== undefined)
  const [walked, setWalked] = useState<string>()
  const stop = [walked, picked].find((day) => day?.startsWith(month)) ?? first

  const walk = (event: KeyboardEvent) => {
    if (stop === undefined) return
    const to = dayAfterKey(event.key, stop, weeks)
    if (to === undefined) return
    event.preventDefault()
    setWalked(to)
    if (!to.startsWith(month)) onLeave(to)
    // The day may be one of a month that is drawn only after this.
    requestAnimationFrame(() => table.current?.querySelector<HTMLElement>(`[data-day="${to}"]`)?.focus())
  }

  return (
    <table className="cg7" aria-label={monthWords(month)} aria-busy={states === undefined} ref={table}>
      <thead>
        <tr>
          {NAMES.map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 2)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, row) => (
          <tr key={week.find(Boolean)}>
            {week.map((day, column) => (
              // A place without a day is told by where it is.
              <td key={day ?? `${row} ${column}`}>
                {day && (
                  <Day
                    day={day}
                    states={states}
                    isPicked={day === picked}
                    isStop={day === stop}
                    onKeyDown={walk}
                    onPick={() => {
                      setWalked(day)
                      onPick(day)
                    }}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type DayProps = {
  day: string
  states: MonthOfDays | undefined
  isPicked: boolean
  isStop: boolean
  onKeyDown: (event: KeyboardEvent) => void
  onPick: () => void
}

const stateWords = { free: ', available', held: ', on hold', booked: ', booked' }

/** A button also where it cannot be chosen: the arrows stop at every day, and each says what it is. */
function Day({ day, states, isPicked, isStop, onKeyDown, onPick }: DayProps) {
  const state = stateOf(states, day)
  const isFree = state === 'free'
  return (
    <button
      type="button"
      data-day={day}
      className={classNames(state, isPicked && 'pick')}
      tabIndex={isStop ? 0 : -1}
      aria-label={`${dayWords(day)}${state ? stateWords[state] : ''}`}
      aria-current={day === states?.today ? 'date' : undefined}
      aria-disabled={!isFree}
      aria-pressed={isFree ? isPicked : undefined}
      onKeyDown={onKeyDown}
      onClick={isFree ? onPick : undefined}
    >
      {Number(day.slice(8))}
    </button>
  )
}

/** Where a key leads from a day; undefined for keys that lead nowhere. */
function dayAfterKey(key: string, from: string, weeks: (string | undefined)[][]): string | undefined {
  const step = STEPS[key]
  if (step !== undefined) return addDays(from, step)
  const week = weeks.find((days) => days.includes(from))
  if (key === 'Home') return week?.find((day) => day !== undefined)
  if (key === 'End') return week?.findLast((day) => day !== undefined)
  // Four weeks keep the day of the week, and land in the month beside or at its edge.
  if (key === 'PageUp') return addDays(from, -28)
  if (key === 'PageDown') return addDays(from, 28)
  return undefined
}

import { classNames } from '~/design/class-names'
import { type MonthOfDays, stateOf } from './day-states'
import { monthWords } from '../../rules/month-days'
import { useMonthKeys } from '../use-month-keys'
import { dayWords, ownWeeksOf } from './month-grid'

type MonthTableProps = {
  month: string
  /** Undefined while it is read: then days stand there without their states. */
  states: MonthOfDays | undefined
  picked: string | undefined
  onPick: (day: string) => void
  /** A key led out of the month, into this one. */
  onMonth: (month: string) => void
}

const NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** One stop of the tab key; arrows walk the days, Home and End the week, Page Up and Page Down the months. */
export function MonthTable({ month, states, picked, onPick, onMonth }: MonthTableProps) {
  const { active, ref, goTo } = useMonthKeys({ month, start: picked, onMonth })
  return (
    <table className="cg7" aria-label={monthWords(month)} aria-busy={states === undefined} ref={ref}>
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
        {ownWeeksOf(month).map((week, row) => (
          <tr key={week.find(Boolean)}>
            {week.map((day, column) => (
              // A place without a day is told by where it is.
              <td key={day ?? `${row} ${column}`}>
                {day && (
                  <Day
                    day={day}
                    states={states}
                    isPicked={day === picked}
                    isStop={day === active}
                    onPick={() => {
                      goTo(day)
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
  onPick: () => void
}

const stateWords = { free: ', available', held: ', on hold', booked: ', booked' }

/** A button also where it cannot be chosen: the arrows stop at every day, and each says what it is. */
function Day({ day, states, isPicked, isStop, onPick }: DayProps) {
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
      onClick={isFree ? onPick : undefined}
    >
      {Number(day.slice(8))}
    </button>
  )
}

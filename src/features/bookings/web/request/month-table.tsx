import { classNames } from '~/design/class-names'
import styles from './availability.module.css'
import { type MonthOfDays, findDayState } from './day-states'
import { formatMonth } from '../../rules/month-days'
import { useMonthKeyboard } from '../use-month-keyboard'
import { formatDayLabel, listMonthWeeks } from './month-grid'

type MonthTableProps = {
  month: string
  /** Undefined while loading; days then have no state. */
  states: MonthOfDays | undefined
  picked: string | undefined
  onPick: (day: string) => void
  onMonth: (month: string) => void
}

const NAMES = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/**
 * A month as a table with one tab stop. Arrow keys move by day, Home and End within the week, Page Up and Page Down
 * by month.
 */
export function MonthTable({ month, states, picked, onPick, onMonth }: MonthTableProps) {
  const { active, ref, goTo } = useMonthKeyboard({ month, start: picked, onMonth })
  return (
    <table
      className={styles.month}
      aria-label={formatMonth(month)}
      aria-busy={states === undefined}
      ref={ref}
    >
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
        {listMonthWeeks(month).map((week, row) => (
          <tr key={week.find(Boolean)}>
            {week.map((day, column) => (
              // A cell without a day has its position as the key.
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

const looks = { free: styles.available, held: styles.held, booked: styles.booked }
const stateText = { free: ', available', held: ', on hold', booked: ', booked' }

/**
 * Renders a button even for a day that can't be chosen: arrow keys stop at every day, so that screen readers read its
 * state.
 */
function Day({ day, states, isPicked, isStop, onPick }: DayProps) {
  const state = findDayState(states, day)
  const isFree = state === 'free'
  return (
    <button
      type="button"
      data-day={day}
      className={classNames(styles.day, state && looks[state], isPicked && styles.picked)}
      tabIndex={isStop ? 0 : -1}
      aria-label={`${formatDayLabel(day)}${state ? stateText[state] : ''}`}
      aria-current={day === states?.today ? 'date' : undefined}
      aria-disabled={!isFree}
      aria-pressed={isFree ? isPicked : undefined}
      onClick={isFree ? onPick : undefined}
    >
      {Number(day.slice(8))}
    </button>
  )
}

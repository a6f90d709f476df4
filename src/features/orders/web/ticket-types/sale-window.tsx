import { CalendarDays, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Button } from '~/design/button'
import { ClockField, DateField } from '~/design/date-field'
import { Icon } from '~/design/icon'
import { Popover } from '~/design/popover'
import { findInstant } from '~/lib/local-clock'
import { formatClock, formatShort, formatIsoDay, formatZone } from '~/lib/time'
import { findSaleWindowProblem } from '../../rules/sale-window-problem'
import { formatSaleWindow } from './format-sale-window'
import styles from './ticket-types.module.css'

interface Window {
  saleStartsAt: string | null
  saleEndsAt: string | null
}

type SaleWindowProps = Window & {
  /** The latest possible end of a sale; null while the event has no date. */
  eventEnd: string | null
  name: string
  isHidden: boolean
  timezone: string
  startsAt: string
  now: number
  errors: Readonly<Record<string, string>>
  saved: Window
  onChange: (window: Partial<Window>) => void
  onProblem: (window: Partial<Window>, problems: Record<string, string>) => void
  onUndo: (ends: Partial<Window>) => void
}

/**
 * A button that shows when a type is on sale and opens its two times, in the event's zone. A valid choice is saved
 * immediately.
 */
export function SaleWindow(props: SaleWindowProps) {
  const { name, isHidden, timezone, startsAt, now, errors, eventEnd, saved, saleStartsAt, saleEndsAt } = props
  const change = (edge: Partial<Window>) => {
    const next = { saleStartsAt, saleEndsAt, ...edge }
    const ends = ['saleStartsAt', 'saleEndsAt'] as const
    const pick = (isSaved: boolean) =>
      Object.fromEntries(
        ends.filter((end) => (next[end] === saved[end]) === isSaved).map((end) => [end, next[end]]),
      )
    props.onUndo(pick(true))
    const changes = pick(false)
    if (Object.keys(changes).length === 0) return
    const problem = findSaleWindowProblem({ startsAt: next.saleStartsAt, endsAt: next.saleEndsAt }, eventEnd)
    if (problem) props.onProblem(changes, { [problem.field]: `Not saved. ${problem.message}` })
    else props.onChange(changes)
  }
  const window = formatSaleWindow({ saleStartsAt, saleEndsAt }, { timezone, startsAt, now })
  const hasWindow = saleStartsAt !== null || saleEndsAt !== null
  const text = isHidden ? (hasWindow ? `Hidden. ${window}` : 'Hidden') : window
  return (
    <Popover
      label={`Sale window of ${name}`}
      className={styles.saleWindow}
      trigger={
        <Button
          className={styles.opener}
          data-invalid={(errors['saleStartsAt'] ?? errors['saleEndsAt']) ? '' : undefined}
          aria-label={`Sale window of ${name}: ${text}`}
          title={text}
        >
          <Icon of={isHidden ? EyeOff : CalendarDays} />
          <span>{text}</span>
        </Button>
      }
    >
      <SaleWindowEdge
        label="From"
        value={saleStartsAt}
        timezone={timezone}
        usualClock="10:00"
        help={saleStartsAt === null ? 'On sale as soon as the event is published.' : formatZone(timezone)}
        error={errors['saleStartsAt']}
        onChange={(moment) => change({ saleStartsAt: moment })}
      />
      <SaleWindowEdge
        label="Until"
        value={saleEndsAt}
        timezone={timezone}
        usualClock={formatClock(startsAt, timezone)}
        error={errors['saleEndsAt']}
        help={
          saleEndsAt === null
            ? `On sale until the event starts: ${formatShort(startsAt, timezone)}, ${formatZone(timezone)}.`
            : formatZone(timezone)
        }
        onChange={(moment) => change({ saleEndsAt: moment })}
      />
    </Popover>
  )
}

function SaleWindowEdge(props: {
  label: string
  value: string | null
  timezone: string
  usualClock: string
  help?: string | undefined
  error?: string | undefined
  onChange: (moment: string | null) => void
}) {
  const { label, value, timezone, usualClock, help, error, onChange } = props
  const [timeFirst, setTimeFirst] = useState('')
  const day = value === null ? '' : formatIsoDay(value, timezone)
  const clock = value === null ? timeFirst : formatClock(value, timezone)
  const choose = (nextDay: string, nextClock: string) => {
    setTimeFirst(nextDay === '' && day === '' ? nextClock : '')
    if (nextDay === '') return value !== null && onChange(null)
    const moment = findInstant(nextDay, nextClock === '' ? usualClock : nextClock, timezone)
    if (moment !== undefined) onChange(moment)
  }
  return (
    <div className={styles.edge}>
      <DateField
        label={label}
        value={day}
        error={timeFirst === '' ? error : 'Not saved. Choose a date, too.'}
        help={help}
        onValueChange={(next) => choose(next, clock)}
      />
      <ClockField
        label={`${label}, time`}
        hideLabel
        value={clock}
        onValueChange={(next) => choose(day, next)}
      />
      {value !== null && (
        <Button size="sm" variant="ghost" onClick={() => onChange(null)}>
          {label === 'From' ? 'From the start' : 'To the end'}
        </Button>
      )}
    </div>
  )
}

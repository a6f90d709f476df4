import { CalendarDays, EyeOff } from 'lucide-react'
import { Button } from '~/design/button'
import { ClockField, DateField } from '~/design/dressed-field'
import { Icon } from '~/design/icon'
import { Popover } from '~/design/popover'
import { instantAt } from '~/lib/local-clock'
import { formatClock, formatShort, isoDay, zoneWords } from '~/lib/time'
import { saleWindowWords } from './sale-window-words'

interface Window {
  saleStartsAt: string | null
  saleEndsAt: string | null
}

type SaleWindowProps = Window & {
  name: string
  isHidden: boolean
  timezone: string
  startsAt: string
  now: number
  error: string | undefined
  onChange: (window: Partial<Window>) => void
}

/** When a type is on sale, in words; pressed, the two moments by the clock of the place. What is chosen saves itself. */
export function SaleWindow(props: SaleWindowProps) {
  const { name, isHidden, timezone, startsAt, now, error, onChange, saleStartsAt, saleEndsAt } = props
  const window = saleWindowWords(props, { timezone, startsAt, now })
  const hasWindow = saleStartsAt !== null || saleEndsAt !== null
  const words = isHidden ? (hasWindow ? `Hidden. ${window}` : 'Hidden') : window
  return (
    <Popover
      label={`Sale window of ${name}`}
      className="sale-window"
      trigger={
        <Button className="win" aria-label={`Sale window of ${name}: ${words}`} title={words}>
          <Icon of={isHidden ? EyeOff : CalendarDays} />
          <span>{words}</span>
        </Button>
      }
    >
      <Edge
        label="From"
        value={saleStartsAt}
        timezone={timezone}
        usualClock="10:00"
        help={saleStartsAt === null ? 'On sale at once, as soon as the night is published.' : undefined}
        onChange={(moment) => onChange({ saleStartsAt: moment })}
      />
      <Edge
        label="Until"
        value={saleEndsAt}
        timezone={timezone}
        usualClock={formatClock(startsAt, timezone)}
        error={error}
        help={
          saleEndsAt === null
            ? `On sale until the night begins: ${formatShort(startsAt, timezone)}.`
            : zoneWords(timezone)
        }
        onChange={(moment) => onChange({ saleEndsAt: moment })}
      />
    </Popover>
  )
}

function Edge(props: {
  label: string
  value: string | null
  timezone: string
  /** What a day gets that is chosen first. */
  usualClock: string
  help?: string | undefined
  error?: string | undefined
  onChange: (moment: string | null) => void
}) {
  const { label, value, timezone, usualClock, help, error, onChange } = props
  const day = value === null ? '' : isoDay(value, timezone)
  const clock = value === null ? '' : formatClock(value, timezone)
  const choose = (nextDay: string, nextClock: string) => {
    if (nextDay === '') return onChange(null)
    const moment = instantAt(nextDay, nextClock === '' ? usualClock : nextClock, timezone)
    if (moment !== undefined) onChange(moment)
  }
  return (
    <div className="edge">
      <DateField
        label={label}
        value={day}
        error={error}
        help={help}
        onValueChange={(next) => choose(next, clock)}
      />
      <ClockField
        label={`${label}, time`}
        hideLabel
        value={clock}
        disabled={day === ''}
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

import { useId, useState } from 'react'
import { classNames } from '~/design/class-names'
import { ClockField, DateField } from '~/design/date-field'
import { formatEndDay } from '../format-dates'
import { formatZone } from '~/lib/time'
import { ChangeZoneButton, ZoneSelect } from '~/design/zone-select'
import type { Changes, EventValues } from './event-values'
import styles from './time-fields.module.css'

type TimeValues = Pick<EventValues, 'date' | 'startClock' | 'doorsClock' | 'endClock' | 'timezone'>

type TimeFieldsProps = {
  values: TimeValues
  onChange: (changes: Changes & Partial<TimeValues>) => void
  findError: (name: keyof TimeValues) => string | undefined
  /** Whether the event is postponed. Its date is then set from the menu, which notifies the ticket holders. */
  isPostponed?: boolean
  /** Why start and end can no longer change; undefined if they can. */
  finalReason?: string | undefined
  /** Tickets are sold, so the date can only change through Postpone. Undefined if none are sold. */
  sold?: { onMove: (() => void) | undefined } | undefined
}

/** The times of the event, in local time of the venue. The time zone is below and can be changed. */
export function TimeFields(props: TimeFieldsProps) {
  const { values, onChange, findError, isPostponed = false, finalReason, sold } = props
  const isFixed = isPostponed || finalReason !== undefined
  const [isChanging, setIsChanging] = useState(false)
  const zoneId = useId()
  const { date, startClock, doorsClock, endClock, timezone } = values
  const zoneError = findError('timezone')
  const endDay = formatEndDay(date, startClock, endClock)
  const isOpen = isChanging || zoneError !== undefined || timezone === ''
  return (
    <>
      <div className={styles.fields}>
        <DateField
          label="Date"
          required
          value={date}
          error={findError('date')}
          disabled={isFixed || sold !== undefined}
          help={
            isPostponed
              ? 'To change the date, use “Set the new date” in the menu above.'
              : (finalReason ?? (sold && <SoldDateHelp {...sold} />))
          }
          onValueChange={(day) => onChange({ date: day })}
        />
        <ClockField
          label="Doors"
          value={doorsClock ?? ''}
          error={findError('doorsClock')}
          disabled={isPostponed}
          onValueChange={(clock) => onChange({ doorsClock: clock === '' ? null : clock })}
        />
        <ClockField
          label="Starts"
          required
          value={startClock}
          error={findError('startClock')}
          disabled={isFixed}
          onValueChange={(clock) => onChange({ startClock: clock })}
        />
        <ClockField
          label="Ends"
          value={endClock ?? ''}
          error={findError('endClock')}
          disabled={isFixed}
          onValueChange={(clock) => onChange({ endClock: clock === '' ? null : clock })}
        />
      </div>
      <p className={classNames('hint', styles.zone)}>
        <span>
          {[endDay && `Ends ${endDay}`, timezone && formatZone(timezone)].filter(Boolean).join(', ')}
        </span>
        {!isFixed && (
          <ChangeZoneButton isOpen={isOpen} zoneId={zoneId} onToggle={() => setIsChanging(!isChanging)} />
        )}
      </p>
      {isOpen && (
        <ZoneSelect
          id={zoneId}
          value={timezone}
          error={zoneError}
          onChosen={(zone) => onChange({ timezone: zone })}
        />
      )}
    </>
  )
}

function SoldDateHelp({ onMove }: { onMove: (() => void) | undefined }) {
  if (!onMove) return 'Tickets are sold. Only the organizer can change the date.'
  return (
    <>
      Tickets are sold.{' '}
      <button type="button" className="link" onClick={onMove}>
        Change the date
      </button>
    </>
  )
}

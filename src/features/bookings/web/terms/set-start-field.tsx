import { useId, useState } from 'react'
import { ClockField } from '~/design/date-field'
import { ChangeZoneButton, ZoneSelect } from '~/design/zone-select'
import { formatShortDay, formatZone } from '~/lib/time'
import { findStartDay, type SetFields, withPlace, withStart } from '../../rules/set-times'
import styles from './terms.module.css'

type SetStartFieldProps = {
  fields: SetFields
  onChange: (fields: SetFields) => void
  error?: string | undefined
  zoneError?: string | undefined
  /** True if the time zone is the event's. */
  isZoneFixed?: boolean
}

/** Edits the start of the set and, unless `isZoneFixed`, its time zone. A new start keeps the set's length. */
export function SetStartField({
  fields,
  onChange,
  error,
  zoneError,
  isZoneFixed = false,
}: SetStartFieldProps) {
  const [isChanging, setIsChanging] = useState(false)
  const zoneId = useId()
  const morning = findStartDay(fields)
  return (
    <div className="stack">
      <ClockField
        label="Set starts"
        value={fields.starts}
        onValueChange={(starts) => onChange(withStart(fields, starts))}
        error={error}
        required
        help={
          <span className={styles.zone}>
            <span>
              {fields.timezone && formatZone(fields.timezone)}
              {morning && `, on ${formatShortDay(`${morning}T12:00:00Z`, 'UTC')}`}
            </span>
            {!isZoneFixed && (
              <ChangeZoneButton
                isOpen={isChanging}
                zoneId={zoneId}
                onToggle={() => setIsChanging(!isChanging)}
              />
            )}
          </span>
        }
      />
      {(isChanging || zoneError) && (
        <ZoneSelect
          id={zoneId}
          value={fields.timezone}
          error={zoneError}
          onChosen={(timezone) => onChange(withPlace(fields, { timezone }))}
        />
      )}
    </div>
  )
}

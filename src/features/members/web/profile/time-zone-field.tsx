import { useId, useState } from 'react'
import { ZoneSelect } from '~/design/zone-select'

type TimeZoneFieldProps = {
  value: string
  error: string | undefined
  onValueChange: (zone: string) => void
}

/** The person's time zone, which follows their city until they choose one here. */
export function TimeZoneField({ value, error, onValueChange }: TimeZoneFieldProps) {
  const [isChanging, setIsChanging] = useState(false)
  const id = useId()
  const verb = value === '' ? 'Choose' : 'Change'
  const isOpen = isChanging || error !== undefined
  return (
    <div className="field">
      <span className="lab">Time zone</span>
      <p className="row wrapf zone">
        <span>{value === '' ? 'No time zone yet.' : value}</span>
        <button
          type="button"
          className="link"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-label={`${verb} time zone`}
          onClick={() => setIsChanging(!isChanging)}
        >
          {verb}
        </button>
      </p>
      {isOpen && (
        <ZoneSelect id={id} label="Time zone" value={value} error={error} onChosen={onValueChange} />
      )}
      <p className="help">Follows your location until you choose another one.</p>
    </div>
  )
}

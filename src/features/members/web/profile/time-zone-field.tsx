import { useId, useState } from 'react'
import { TextField } from '~/design/text-field'
import { useReaderZone } from '~/design/use-reader-zone'

type TimeZoneFieldProps = {
  value: string
  error: string | undefined
  onValueChange: (zone: string) => void
}

/** Searchable by any part of its name: the browser's own list of what it knows. */
export function TimeZoneField({ value, error, onValueChange }: TimeZoneFieldProps) {
  const listId = useId()
  const own = useReaderZone()
  // Four hundred names, and not the same ones on the server: read when the field is used.
  const [zones, setZones] = useState<string[]>([])
  return (
    <>
      <TextField
        label="Time zone"
        list={listId}
        autoComplete="off"
        spellCheck={false}
        placeholder="Europe/Berlin"
        value={value}
        error={error}
        help={
          own !== undefined &&
          value === '' && (
            <button type="button" className="link" onClick={() => onValueChange(own)}>
              Use {own}
            </button>
          )
        }
        onFocus={() => setZones(Intl.supportedValuesOf('timeZone'))}
        onBlur={() => {
          const found = zonesOfCity(zones, value)
          if (found.length === 1 && found[0]) onValueChange(found[0])
        }}
        onChange={({ target }) => onValueChange(target.value)}
      />
      <datalist id={listId}>
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </datalist>
    </>
  )
}

/** `new york` -> `America/New_York`: people know their city, not what its zone is filed under. */
function zonesOfCity(zones: readonly string[], typed: string): string[] {
  const city = typed.trim().toLowerCase().replaceAll(' ', '_')
  return city === '' ? [] : zones.filter((zone) => zone.toLowerCase().endsWith(`/${city}`))
}

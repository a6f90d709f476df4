import { useId, useState } from 'react'
import { TextField } from '~/design/text-field'
import { useReaderZone } from '~/design/use-reader-zone'

type ZoneFieldProps = {
  id: string
  value: string
  error?: string | undefined
  /** Only a zone that this browser knows is ever handed on. */
  onChosen: (zone: string) => void
}

/** Every IANA zone, searched by any part of its name; a city alone is enough. */
export function ZoneField({ id, value, error, onChosen }: ZoneFieldProps) {
  const listId = useId()
  const own = useReaderZone()
  const [typed, setTyped] = useState(value)
  // Four hundred names, and not the same ones on the server: this part is only ever opened in the browser.
  const [zones] = useState(() => [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])])
  const choose = (text: string) => {
    const zone = findZone(zones, text)
    if (zone !== undefined && zone !== value) onChosen(zone)
    return zone
  }
  const isUnknown = typed.trim() !== '' && findZone(zones, typed) === undefined
  return (
    <div className="zone-field">
      <TextField
        id={id}
        label="Time zone of the place"
        list={listId}
        autoComplete="off"
        spellCheck={false}
        placeholder="Search by city: Lisbon"
        value={typed}
        error={error}
        help={
          own !== undefined &&
          own !== value && (
            <button type="button" className="link" onClick={() => onChosen(own)}>
              Use {own}
            </button>
          )
        }
        onChange={({ target }) => {
          setTyped(target.value)
          // Chosen from the list, or written out.
          if (zones.includes(target.value)) choose(target.value)
        }}
        onBlur={() => choose(typed)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          choose(typed)
        }}
      />
      <datalist id={listId}>
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </datalist>
      <output className="sr">{isUnknown ? 'No time zone has this name yet.' : ''}</output>
    </div>
  )
}

/** `new york` -> `America/New_York`: people know their city, not what its zone is filed under. */
export function findZone(zones: readonly string[], typed: string): string | undefined {
  const text = typed.trim().toLowerCase().replaceAll(' ', '_')
  if (text === '') return undefined
  const exact = zones.find((zone) => zone.toLowerCase() === text)
  if (exact !== undefined) return exact
  const ends = zones.filter((zone) => zone.toLowerCase().endsWith(`/${text}`))
  return ends.length === 1 ? ends[0] : undefined
}

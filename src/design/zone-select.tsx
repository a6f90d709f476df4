import { useState } from 'react'
import { findPlaceZone } from '~/lib/city-zones'
import { formatClock } from '~/lib/time'
import { Field } from './field'
import { TextField } from './text-field'
import { useNow } from './use-now'
import { Icon } from './icon'
import { ChevronDown } from 'lucide-react'
import select from './select-field.module.css'

type ZoneSelectProps = {
  id?: string
  label?: string
  value: string
  error?: string | undefined
  onChosen: (zone: string) => void
}

/** A select of every time zone by region, filtered by city or part of the zone's name. */
export function ZoneSelect({
  id,
  label = 'Time zone of the place',
  value,
  error,
  onChosen,
}: ZoneSelectProps) {
  const now = useNow()
  const [search, setSearch] = useState('')
  // Only rendered in the browser, because server and browser know different zones.
  const [zones] = useState(() =>
    [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...(value === '' ? [] : [value])])].sort(),
  )
  const found = findZones(zones, search)
  const shown = found.includes(value) || value === '' ? found : [...found, value]
  const [only] = found.length === 1 ? found : []
  const choose = (zone: string | undefined) => {
    if (zone === undefined) return
    // Clears the search text. Otherwise the next blur would choose its zone again.
    setSearch('')
    if (zone !== value) onChosen(zone)
  }
  return (
    <div className="stack" id={id}>
      <TextField
        label="Search time zones"
        type="search"
        autoComplete="off"
        spellCheck={false}
        placeholder="Such as Lisbon"
        value={search}
        help={search.trim() === '' ? undefined : describeMatches(found)}
        onChange={({ target }) => setSearch(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          choose(only)
        }}
        onBlur={() => choose(only)}
      />
      <Field label={label} error={error}>
        {(control) => (
          <span className={select.control}>
            <select
              {...control}
              className="input"
              value={value}
              onChange={({ target }) => target.value !== '' && onChosen(target.value)}
            >
              {value === '' && <option value="">Choose a time zone</option>}
              {groupByRegion(shown).map(([region, names]) => (
                <optgroup key={region} label={region}>
                  {names.map((zone) => (
                    <option key={zone} value={zone}>
                      {toCityName(zone)}
                    </option>
                  ))}
                </optgroup>
              ))}
            </select>
            <Icon of={ChevronDown} />
          </span>
        )}
      </Field>
      {value !== '' && now !== undefined && (
        <p className="small muted">It is {formatClock(new Date(now), value)} there now.</p>
      )}
    </div>
  )
}

export function describeMatches(found: readonly string[]): string {
  const [first] = found
  if (first === undefined) return 'No time zone has this name.'
  return found.length === 1
    ? `Press Enter for ${first}.`
    : `${found.length} time zones have this name. Choose one below.`
}

/** Returns the zones whose name contains the text, or the zone of the city it names: `new york`, `leeds`. */
export function findZones(zones: readonly string[], search: string): string[] {
  const text = search.trim().toLowerCase().replaceAll(' ', '_')
  if (text === '') return [...zones]
  const ends = zones.filter((zone) => zone.toLowerCase().endsWith(`/${text}`))
  if (ends.length === 1) return ends
  const ofCity = findPlaceZone(search)
  if (ofCity !== undefined) return [ofCity]
  return zones.filter((zone) => zone.toLowerCase().includes(text))
}

function groupByRegion(zones: readonly string[]): [string, string[]][] {
  const regions = new Map<string, string[]>()
  for (const zone of zones) {
    const region = zone.includes('/') ? (zone.split('/')[0] ?? '') : 'Other'
    regions.set(region, [...(regions.get(region) ?? []), zone])
  }
  return [...regions]
}

/** `America/Argentina/Buenos_Aires` -> `Argentina/Buenos Aires` */
function toCityName(zone: string): string {
  return zone.replace(/^[^/]+\//u, '').replaceAll('_', ' ')
}

/** The button next to a time zone that toggles the ZoneSelect with the id `zoneId`. */
export function ChangeZoneButton(props: { isOpen: boolean; zoneId: string; onToggle: () => void }) {
  const { isOpen, zoneId, onToggle } = props
  return (
    <button
      type="button"
      className="link"
      aria-expanded={isOpen}
      aria-controls={isOpen ? zoneId : undefined}
      aria-label="Change time zone"
      onClick={onToggle}
    >
      Change
    </button>
  )
}

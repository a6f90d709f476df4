import { LayoutGrid, List } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Chip, ChipGroup } from '~/design/chip'
import { SearchField } from '~/design/search-field'
import { Segmented } from '~/design/segmented'
import { EVENT_TYPES, eventTypeLabel } from '../rules/event-type'
import type { When } from '../rules/event-window'
import { type EventsSearch, typesOf } from './events-search'

type EventFiltersProps = {
  search: EventsSearch
  /** The parts of the address that change; undefined takes one out. */
  onChange: (change: Partial<EventsSearch>) => void
  nextMonth: { when: When; label: string }
}

const views = [
  { value: 'wall', label: 'Wall', icon: LayoutGrid },
  { value: 'list', label: 'List', icon: List },
] as const

export function EventFilters({ search, onChange, nextMonth }: EventFiltersProps) {
  const [query, setQuery] = useDebouncedQuery(search.q ?? '', (q) => onChange({ q: q || undefined }))
  const types = typesOf(search)
  const whens: { when: When | undefined; label: string }[] = [
    { when: undefined, label: 'All' },
    { when: 'tonight', label: 'Tonight' },
    { when: 'weekend', label: 'This weekend' },
    nextMonth,
  ]
  return (
    <>
      <div className="ef">
        <SearchField
          label="Search events"
          placeholder="Search events, DJs, locations..."
          maxLength={100}
          value={query}
          onValueChange={setQuery}
        />
        <Segmented
          label="View"
          className="only-d"
          options={views}
          value={search.view ?? 'wall'}
          onValueChange={(view) => onChange({ view: view === 'list' ? view : undefined })}
        />
      </div>
      <ChipGroup label="Filter events" scroll>
        {whens.map(({ when, label }) => (
          <Chip key={label} pressed={search.when === when} onClick={() => onChange({ when })}>
            {label}
          </Chip>
        ))}
        <span className="vr only-d" />
        {EVENT_TYPES.map((type) => (
          <Chip
            key={type}
            pressed={types.includes(type)}
            onClick={() => {
              const chosen = EVENT_TYPES.filter((each) => types.includes(each) !== (each === type))
              onChange({ type: chosen.join(',') || undefined })
            }}
          >
            {eventTypeLabel(type)}
          </Chip>
        ))}
      </ChipGroup>
    </>
  )
}

const PAUSE_MS = 250

/** What stands in the field, and after a pause what is searched for. The address may change it too (back, Clear search). */
function useDebouncedQuery(current: string, onSettled: (query: string) => void) {
  const [typed, setTyped] = useState(current)
  const [seen, setSeen] = useState(current)
  const [sent, setSent] = useState(current)
  const settle = useRef(onSettled)
  useEffect(() => {
    settle.current = onSettled
  })
  if (current !== seen) {
    setSeen(current)
    // What we sent ourselves comes back while somebody types on: "ber" must not take the "l" out of "berl".
    if (current !== sent) {
      setSent(current)
      setTyped(current)
    }
  }
  const query = typed.trim()
  useEffect(() => {
    if (query === sent) return undefined
    const timer = setTimeout(() => {
      setSent(query)
      settle.current(query)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [query, sent])
  return [typed, setTyped] as const
}

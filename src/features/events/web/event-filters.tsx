import { LayoutGrid, List } from 'lucide-react'
import { Chip, ChipGroup } from '~/design/chip'
import { classNames } from '~/design/class-names'
import { ListSearch } from '~/design/list-search'
import { NeedsJavaScript } from '~/design/needs-javascript'
import { SegmentedControl } from '~/design/segmented-control'
import { EVENT_TYPES, formatEventType } from '../rules/event-type'
import type { DateFilter } from '../rules/event-window'
import styles from './events-page.module.css'
import { type EventsSearch, parseTypes } from './events-search-parameters'

type EventFiltersProps = {
  search: EventsSearch
  /** Receives changed search parameters; undefined removes one. */
  onChange: (change: Partial<EventsSearch>) => void
  nextMonth: { date: DateFilter; label: string }
}

const views = [
  { value: 'wall', label: 'Wall', icon: LayoutGrid },
  { value: 'list', label: 'List', icon: List },
] as const

export function EventFilters({ search, onChange, nextMonth }: EventFiltersProps) {
  const types = parseTypes(search)
  const dates: { date: DateFilter | undefined; label: string }[] = [
    { date: undefined, label: 'All' },
    { date: 'tonight', label: 'Tonight' },
    { date: 'weekend', label: 'This weekend' },
    nextMonth,
  ]
  return (
    <>
      <div className={styles.search}>
        <ListSearch
          label="Search events"
          placeholder="Search events, DJs, locations..."
          q={search.q}
          onSettled={(q) => onChange({ q })}
        />
        <SegmentedControl
          label="View"
          className={classNames('desktop-only script-only', styles.views)}
          options={views}
          value={search.view ?? 'wall'}
          onValueChange={(view) => onChange({ view: view === 'list' ? view : undefined })}
        />
      </div>
      <NeedsJavaScript action="Filtering events" />
      <ChipGroup label="Filter events" scroll className="script-only">
        {dates.map(({ date, label }) => (
          <Chip key={label} pressed={search.date === date} onClick={() => onChange({ date })}>
            {label}
          </Chip>
        ))}
        <span className={classNames('desktop-only', styles.divider)} />
        {EVENT_TYPES.map((type) => (
          <Chip
            key={type}
            pressed={types.includes(type)}
            onClick={() => {
              const chosen = EVENT_TYPES.filter((each) => types.includes(each) !== (each === type))
              onChange({ type: chosen.join(',') || undefined })
            }}
          >
            {formatEventType(type)}
          </Chip>
        ))}
      </ChipGroup>
    </>
  )
}

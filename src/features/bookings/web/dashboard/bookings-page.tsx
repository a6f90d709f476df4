import { Calendar, List } from 'lucide-react'
import { SegmentedControl } from '~/design/segmented-control'
import { BookingsList } from './bookings-list'
import type { BookingsSearch } from './bookings-search'
import { OwnCalendar } from './own-calendar'

type BookingsPageProps = {
  search: BookingsSearch
  onSearch: (search: BookingsSearch) => void
  /**
   * The path of the caller's public page; undefined if they aren't a DJ. DJs can hold days, and an empty list invites
   * them to share their page.
   */
  djPath: string | undefined
  /** The current month, such as `2026-12`. The calendar opens on this month, and dates in this year omit the year. */
  thisMonth: string
}

const views = [
  { value: 'list', label: 'List', icon: List },
  { value: 'calendar', label: 'Calendar', icon: Calendar },
] as const

export function BookingsPage({ search, onSearch, djPath, thisMonth }: BookingsPageProps) {
  return (
    <div data-client-links>
      <div className="row between wrap">
        <h1 className="title-1">Bookings</h1>
        <SegmentedControl
          label="View"
          value={search.view ?? 'list'}
          options={views}
          onValueChange={(view) => onSearch({ ...search, view: view === 'calendar' ? view : undefined })}
        />
      </div>
      {search.view === 'calendar' ? (
        <OwnCalendar
          month={search.month ?? thisMonth}
          canHold={djPath !== undefined}
          onToday={() => onSearch({ ...search, month: undefined })}
          onMonth={(month) => onSearch({ ...search, month })}
        />
      ) : (
        <BookingsList
          status={search.status}
          thisYear={thisMonth.slice(0, 4)}
          djPath={djPath}
          onStatus={(status) => onSearch({ ...search, status })}
          q={search.q ?? ''}
          onQuery={(q) => onSearch({ ...search, q: q === '' ? undefined : q })}
        />
      )}
    </div>
  )
}

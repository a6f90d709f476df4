import { useQuery } from '@tanstack/react-query'
import { Download, Gift } from 'lucide-react'
import { useState } from 'react'
import { Button } from '~/design/button'
import { Chip, ChipGroup } from '~/design/chip'
import { EmptyState } from '~/design/empty-state'
import { AnchorButton } from '~/design/link-button'
import { ListFailed, ListLoading, Pages } from '~/design/list-parts'
import { SearchField } from '~/design/search-field'
import { useSettledQuery } from '~/design/use-settled-query'
import { formatCount } from '~/lib/count'
import { positionWords } from '~/lib/list-position'
import { errorMessage } from '~/platform/rpc/errors'
import type { Attendee, AttendeeFilter, PeopleOverview } from '../../contract-attendees'
import { AttendeesTable } from './attendees-table'
import { GiveDialog } from './give-dialog'
import type { PeoplePageProps } from './attendees-page-props'
import { attendeesQuery } from './attendees-queries'
import { attendeesFile, firstPage } from './attendees-search'
import { filterWords } from './attendees-words'

const FILTERS: readonly AttendeeFilter[] = ['all', 'in', 'not_in', 'comp', 'refunded']

type AttendeesProps = PeoplePageProps & { overview: PeopleOverview }

/** Every ticket and who holds it, searched and filtered by the server. */
export function Attendees({ eventId, overview, search, onSearchChange, refund }: AttendeesProps) {
  const [typed, setTyped] = useSettledQuery(search.q ?? '', (q) =>
    onSearchChange({ ...firstPage(search), q: q || undefined }, 'typed'),
  )
  const [isGiving, setIsGiving] = useState(false)
  const [asked, setAsked] = useState<Attendee>()
  const list = useQuery(attendeesQuery(eventId, search))
  const { data } = list
  const rows = data?.attendees ?? []
  const { q, filter = 'all' } = search
  const to = data && data.from + rows.length - 1
  const total = q === undefined ? overview.counts[filter] : data?.nextCursor === null ? to : undefined
  const isFiltered = q !== undefined || filter !== 'all'
  const give = overview.mayGive && overview.types.length > 0 && (
    <Button icon={Gift} onClick={() => setIsGiving(true)}>
      Give tickets
    </Button>
  )
  return (
    <div data-client-links>
      <div className="row between wrapf pe-bar">
        <SearchField
          label="Search attendees"
          placeholder="Name, email or ticket number"
          maxLength={100}
          value={typed}
          onValueChange={setTyped}
        />
        {give}
      </div>
      <div className="row between wrapf pe-filters">
        <ChipGroup label="Show" scroll>
          {FILTERS.map((one) => (
            <Chip
              key={one}
              pressed={filter === one}
              onClick={() =>
                onSearchChange({ ...firstPage(search), filter: one === 'all' ? undefined : one })
              }
            >
              {filterWords[one]} <span className="pe-n">{formatCount(overview.counts[one])}</span>
            </Chip>
          ))}
        </ChipGroup>
        <div className="row pe-where">
          <output className="small m3">
            {rows.length > 0 && positionWords(data?.from ?? 1, rows.length, total)}
          </output>
          <AnchorButton
            href={attendeesFile(eventId, search)}
            download
            variant="ghost"
            size="sm"
            icon={Download}
          >
            Export<span className="sr"> what is found as CSV</span>
          </AnchorButton>
        </div>
      </div>
      {list.isPending && <ListLoading label="Loading attendees" />}
      {list.isError && (
        <ListFailed
          title="Failed to load attendees"
          why={errorMessage(list.error)}
          isTrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      )}
      {!list.isError && data && rows.length === 0 && (
        <EmptyState
          title={isFiltered ? 'Nobody is found' : 'Nobody has a ticket yet'}
          action={isFiltered && <Button onClick={() => onSearchChange({})}>Show everybody</Button>}
        >
          {isFiltered ? undefined : 'Whoever buys one stands here a moment later.'}
        </EmptyState>
      )}
      {!list.isError && rows.length > 0 && (
        <AttendeesTable
          rows={rows}
          zone={overview.event.timezone}
          mayRefund={overview.mayRefund}
          isStale={list.isPlaceholderData}
          onRefund={setAsked}
          onOrder={({ orderNumber }) => onSearchChange({ q: orderNumber })}
        />
      )}
      {data && !list.isError && (
        <Pages data={data} onTurn={(page) => onSearchChange({ ...firstPage(search), ...page })} />
      )}
      {isGiving && <GiveDialog eventId={eventId} types={overview.types} onClose={() => setIsGiving(false)} />}
      {asked && refund({ orderId: asked.orderId, ticketId: asked.id, onClose: () => setAsked(undefined) })}
    </div>
  )
}

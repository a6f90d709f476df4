import { useQuery } from '@tanstack/react-query'
import { Download, Gift } from 'lucide-react'
import { useState } from 'react'
import { Button } from '~/design/button'
import { FilterChips } from '~/design/chip'
import { classNames } from '~/design/class-names'
import { EmptyState } from '~/design/empty-state'
import { AnchorButton } from '~/design/link-button'
import { LoadedList, PageButtons } from '~/design/list-sections'
import { ListSearch } from '~/design/list-search'
import { formatPosition } from '~/lib/list-position'
import { toFirstPage } from '~/lib/search-parameters'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { Attendee, AttendeeFilter, AttendeesOverview } from '../../contract-attendees'
import { AttendeesTable } from './attendees-table'
import { GiveTicketsDialog } from './give-tickets-dialog'
import type { AttendeesPageProps } from './attendees-page-props'
import { attendeesQuery } from './attendees-queries'
import { toExportUrl } from './attendees-search'
import { filterLabels } from './format-attendees'
import styles from './attendees.module.css'

const FILTERS: readonly AttendeeFilter[] = ['all', 'checked_in', 'not_checked_in', 'comp', 'refunded']

type AttendeesProps = AttendeesPageProps & { overview: AttendeesOverview }

/** Every ticket and its holder, searched and filtered by the server. */
export function Attendees({ eventId, overview, search, onSearchChange, refund, invoices }: AttendeesProps) {
  const [isGiving, setIsGiving] = useState(false)
  const [attendeeToRefund, setAttendeeToRefund] = useState<Attendee>()
  const list = useQuery(attendeesQuery(eventId, search))
  const { data } = list
  const rows = data?.attendees ?? []
  const { q, filter = 'all' } = search
  const to = data && data.from + rows.length - 1
  const total = q === undefined ? overview.counts[filter] : data?.nextCursor === null ? to : undefined
  const [first] = rows
  const isOneOrder = first !== undefined && first.orderNumber === q && !first.isComp
  const isFiltered = q !== undefined || filter !== 'all'
  const give = overview.canGiveTickets && overview.types.length > 0 && (
    <Button icon={Gift} onClick={() => setIsGiving(true)}>
      Give tickets
    </Button>
  )
  return (
    <div data-client-links>
      <div className={classNames('row between wrap', styles.bar)}>
        <ListSearch
          className={styles.search}
          label="Search attendees"
          placeholder="Name, email or ticket number"
          q={q}
          onSettled={(text) => onSearchChange({ ...toFirstPage(search), q: text }, 'typed')}
        />
        {give}
      </div>
      <div className={classNames('row between wrap', styles.filters)}>
        <FilterChips
          label="Show"
          filters={FILTERS}
          labels={filterLabels}
          counts={overview.counts}
          value={filter}
          onChange={(chosen) =>
            onSearchChange({ ...toFirstPage(search), filter: chosen === 'all' ? undefined : chosen })
          }
        />
        <div className={classNames('row', styles.summary)}>
          <output className="small faint">
            {rows.length > 0 && formatPosition(data?.from ?? 1, rows.length, total)}
          </output>
          <AnchorButton
            href={toExportUrl(eventId, search)}
            download
            variant="ghost"
            size="sm"
            icon={Download}
          >
            Export<span className="visually-hidden"> the results as CSV</span>
          </AnchorButton>
        </div>
      </div>
      <LoadedList list={list} things="attendees" reason={getErrorMessage(list.error)}>
        {(page) => (
          <>
            {rows.length === 0 ? (
              <EmptyState
                title={isFiltered ? 'No attendees found' : 'No attendees yet'}
                action={isFiltered && <Button onClick={() => onSearchChange({})}>Show everyone</Button>}
              >
                {isFiltered ? undefined : 'Attendees appear here as soon as tickets are sold.'}
              </EmptyState>
            ) : (
              <AttendeesTable
                rows={rows}
                zone={overview.event.timezone}
                canRefund={overview.canRefund}
                isStale={list.isPlaceholderData}
                onRefund={setAttendeeToRefund}
                onOrder={({ orderNumber }) => onSearchChange({ q: orderNumber })}
              />
            )}
            {isOneOrder && <div className={styles.invoices}>{invoices(first.orderId)}</div>}
            <PageButtons
              data={page}
              onPageChange={(turn) => onSearchChange({ ...toFirstPage(search), ...turn })}
            />
          </>
        )}
      </LoadedList>
      {isGiving && (
        <GiveTicketsDialog eventId={eventId} types={overview.types} onClose={() => setIsGiving(false)} />
      )}
      {attendeeToRefund &&
        refund({
          orderId: attendeeToRefund.orderId,
          ticketId: attendeeToRefund.id,
          onClose: () => setAttendeeToRefund(undefined),
        })}
    </div>
  )
}

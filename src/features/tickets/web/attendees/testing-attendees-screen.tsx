import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { vi } from 'vitest'
import { fakeServer, renderPart } from '~tests/support/render-order-parts'
import { AttendeesPage } from './attendees-page'
import type { AttendeesSearch } from './attendees-search'
import { createAttendee, EVENT, createGuest, createOverview, createPage } from './testing-attendees'

type Handlers = Parameters<typeof fakeServer>[0]
const refund: Parameters<typeof AttendeesPage>[0]['refund'] = ({ orderId, ticketId }) => (
  <p>{`refund ${orderId} ${ticketId ?? ''}`}</p>
)
const showInvoices = (orderId: string) => <p>{`invoices of ${orderId}`}</p>
function Screen({
  start,
  onSearch,
}: {
  start: AttendeesSearch
  onSearch: (search: AttendeesSearch) => void
}) {
  const [search, setSearch] = useState(start)
  return (
    <AttendeesPage
      eventId={EVENT}
      search={search}
      onSearchChange={(next) => {
        onSearch(next)
        setSearch(next)
      }}
      refund={refund}
      invoices={showInvoices}
    />
  )
}
/** Renders the page with these responses of the server; all other responses come from testing-attendees. */
export function show(handlers: Handlers, start: AttendeesSearch = {}) {
  const onSearch = vi.fn<(search: AttendeesSearch) => void>()
  const { asked } = fakeServer({
    'attendees.overview': () => createOverview(),
    'attendees.list': () => createPage([createAttendee()]),
    'guests.list': () => ({ guests: [createGuest()] }),
    'messages.list': () => ({ messages: [], leftToday: 3 }),
    'messages.countRecipients': () => ({ people: 109 }),
    ...handlers,
  })
  renderPart(<Screen start={start} onSearch={onSearch} />)
  const sent = (call: string) => asked.filter(([name]) => name === call).map(([, input]) => input)
  return { onSearch, sent, user: userEvent.setup() }
}

import type { ReactNode } from 'react'
import type { AttendeesSearch } from './attendees-search'

/** `typed` replaces the entry in the browser history, so that one step back undoes a typed search. */
export type ChangeSearch = (search: AttendeesSearch, mode?: 'typed') => void

export type RefundDialogRequest = { orderId: string; ticketId: string | null; onClose: () => void }

export interface AttendeesPageProps {
  eventId: string
  search: AttendeesSearch
  onSearchChange: ChangeSearch
  /** The refund dialog; only rendered for callers who may refund. */
  refund: (request: RefundDialogRequest) => ReactNode
  /** Renders the invoices of an order, if the list shows only that order. */
  invoices: (orderId: string) => ReactNode
}

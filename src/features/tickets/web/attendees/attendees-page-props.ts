import type { ReactNode } from 'react'
import type { AttendeesSearch } from './attendees-search'

/** `typed`: replaces the history entry, so that typing a search is one step back, not many. */
export type ChangeSearch = (search: AttendeesSearch, mode?: 'typed') => void

export type RefundDialogRequest = { orderId: string; ticketId: string | null; onClose: () => void }

export interface AttendeesPageProps {
  eventId: string
  search: AttendeesSearch
  onSearchChange: ChangeSearch
  /** The refund dialog; only rendered for callers who may refund. */
  refund: (request: RefundDialogRequest) => ReactNode
}

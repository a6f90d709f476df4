import type { ReactNode } from 'react'
import type { AttendeesSearch } from './attendees-search'

/** `typed`: what was said letter by letter is one step of the way back, not many. */
export type ChangeSearch = (search: AttendeesSearch, how?: 'typed') => void

/** Which tickets somebody wants to send back. */
export type RefundAsked = { orderId: string; ticketId: string | null; onClose: () => void }

export interface AttendeesPageProps {
  eventId: string
  search: AttendeesSearch
  onSearchChange: ChangeSearch
  /** The dialog that sends money back; asked for only of whoever may. */
  refund: (asked: RefundAsked) => ReactNode
}

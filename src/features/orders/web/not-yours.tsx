import { EmptyState } from '~/design/empty-state'
import { LinkButton } from '~/design/link-button'

/** Shown for an order or ticket that is missing or belongs to another account, without saying which. */
export function NotYours({ what }: { what: 'order' | 'ticket' }) {
  return (
    <main className="page-width" id="main">
      <EmptyState
        isPageTitle
        title={what === 'order' ? 'Order not found' : 'Ticket not found'}
        action={
          <LinkButton to="/customer/dashboard" search={what === 'order' ? { tab: 'orders' } : {}}>
            {what === 'order' ? 'Order History' : 'My Tickets'}
          </LinkButton>
        }
      >
        It does not exist, or it belongs to another account.
      </EmptyState>
    </main>
  )
}

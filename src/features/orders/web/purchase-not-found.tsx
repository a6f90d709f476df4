import { EmptyState } from '~/design/empty-state'
import { LinkButton } from '~/design/link-button'

/** Shown for an order or ticket that is missing or belongs to another account, without saying which. */
export function PurchaseNotFound({ kind }: { kind: 'order' | 'ticket' }) {
  return (
    <main className="page-width" id="main">
      <EmptyState
        isPageTitle
        title={kind === 'order' ? 'Order not found' : 'Ticket not found'}
        action={
          <LinkButton to="/customer/dashboard" search={kind === 'order' ? { tab: 'orders' } : {}}>
            {kind === 'order' ? 'Order History' : 'My Tickets'}
          </LinkButton>
        }
      >
        It does not exist, or it belongs to another account.
      </EmptyState>
    </main>
  )
}

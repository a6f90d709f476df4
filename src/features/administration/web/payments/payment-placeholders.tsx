import { EmptyState } from '~/design/empty-state'
import { AnchorButton } from '~/design/link-button'
import { Skeleton } from '~/design/skeleton'
import { allPaymentsPath } from './payment-format'

export function PaymentNotFound() {
  return (
    <div data-client-links>
      <EmptyState
        isPageTitle
        title="Payment not found"
        action={<AnchorButton href={allPaymentsPath}>Back to Payments</AnchorButton>}
      >
        This payment doesn’t exist. Check the address.
      </EmptyState>
    </div>
  )
}

export function PaymentLoading() {
  return (
    <section className="stack" aria-label="Loading payment" aria-busy="true">
      <Skeleton width="6rem" height="2rem" />
      <Skeleton height="4rem" width="min(24rem, 100%)" />
      <Skeleton height="20rem" />
    </section>
  )
}

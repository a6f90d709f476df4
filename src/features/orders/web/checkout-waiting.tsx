import { AnchorButton } from '~/design/link-button'
import { Button } from '~/design/button'
import { Skeleton } from '~/design/skeleton'

/** The provider has not said yes or no yet. */
export function CheckoutWaiting(props: {
  askedAt: string | undefined
  isCancelling: boolean
  onCancel: () => void
}) {
  const { askedAt, isCancelling, onCancel } = props
  return (
    <div className="stt" aria-live="polite">
      <h1 className="d2">Waiting for your bank.</h1>
      <p className="lead m2">
        It hasn’t said yes or no yet. This is normal when everybody buys. The tickets stay yours while we
        wait, and we mail you the moment we know. You can close this page.
      </p>
      <div className="waiting">
        <Skeleton />
        <p className="small m3">
          {askedAt === undefined ? 'Asking' : `Asked at ${askedAt}, asking`} again every few seconds
        </p>
      </div>
      <div className="row wrapf">
        <AnchorButton href="/customer/dashboard?tab=orders">Order History</AnchorButton>
        <Button variant="ghost" busy={isCancelling ? 'Cancelling' : false} onClick={onCancel}>
          Cancel the order
        </Button>
      </div>
    </div>
  )
}

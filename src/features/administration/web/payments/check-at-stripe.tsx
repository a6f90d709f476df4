import type { PaymentDetail } from '../../contract-payments'
import { useMutation } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { getErrorMessage } from '~/platform/rpc/errors'
import { administration } from '../queries'
import { describeCheck } from './payment-format'
import styles from './payments.module.css'

/** Asks Stripe about a payment and shows the result. */
export function CheckAtStripe({ payment }: { payment: Pick<PaymentDetail, 'reference' | 'currency'> }) {
  const check = useMutation({
    mutationFn: () => administration.payments.check.call({ reference: payment.reference }),
  })
  return (
    <section className={classNames('panel padded stack', styles.check)} aria-labelledby="at-stripe">
      <h2 className="title-3" id="at-stripe">
        At Stripe
      </h2>
      <p className="small muted">Shows what Stripe knows about this payment now. Nothing changes.</p>
      <Button icon={RefreshCw} busy={check.isPending && 'Checking'} onClick={() => check.mutate()}>
        Check at Stripe
      </Button>
      <output className={styles.result}>
        {check.data && describeCheck(check.data, payment)}
        {check.error && getErrorMessage(check.error)}
      </output>
    </section>
  )
}

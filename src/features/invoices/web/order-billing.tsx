import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '~/design/button'
import { notify } from '~/design/toast'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatShortDate } from '~/lib/time'
import { describeDetails } from './billing-details'
import { BillingDialog } from './billing-dialog'
import styles from './order-invoices.module.css'
import { invoicesClient, invoicesQuery, orderBillingQuery } from './queries'

// The background job issues the new invoices within ten seconds, so the page then refetches them.
const REFETCH_DELAYS_MS = [12_000, 30_000]

/** The billing details for the invoices of an order. The buyer can change them until 14 days after the payment. */
export function OrderBilling({ orderId, isPaid }: { orderId: string; isPaid: boolean }) {
  const queryClient = useQueryClient()
  const { data } = useQuery(orderBillingQuery(orderId))
  const [isOpen, setIsOpen] = useState(false)
  const zone = useReaderZone()
  if (data === undefined) return null
  const { details, changeableUntil } = data
  if (details === null && changeableUntil === null) return null
  const showSaved = (saved: typeof data) => {
    queryClient.setQueryData(orderBillingQuery(orderId).queryKey, saved)
    notify.success('Billing details saved', {
      detail: isPaid
        ? 'Your new invoices appear here within a minute.'
        : 'They are on your invoices once you have paid.',
    })
    setIsOpen(false)
    if (isPaid)
      for (const delay of REFETCH_DELAYS_MS)
        setTimeout(
          () => void queryClient.invalidateQueries({ queryKey: invoicesQuery([orderId]).queryKey }),
          delay,
        )
  }
  const until =
    changeableUntil === null || zone === undefined || !isPaid
      ? ''
      : ` until ${formatShortDate(changeableUntil, zone).slice('Thu '.length)}`
  return (
    <div className={styles.billing}>
      {details !== null && (
        <p className="small muted">
          Invoices for {details.legalName}, {describeDetails(details)}
        </p>
      )}
      {changeableUntil !== null && (
        <Button
          className={styles.download}
          variant="ghost"
          size="sm"
          icon={Building2}
          onClick={() => setIsOpen(true)}
        >
          {details === null ? 'Buying for a company?' : 'Change billing details'}
        </Button>
      )}
      {isOpen && (
        <BillingDialog
          details={details}
          description={
            isPaid
              ? `Credit notes cancel your current invoices, and you get new invoices. You can change these details${until}.`
              : 'Printed on your invoices instead of your name, for example your company’s name and tax ID.'
          }
          send={(input) => invoicesClient.order.saveBilling.call({ orderId, ...input })}
          onDone={showSaved}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}

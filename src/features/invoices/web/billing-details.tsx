import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { Button } from '~/design/button'
import { SettingRow } from '~/design/setting-row'
import { notify } from '~/design/toast'
import { formatAddress } from '~/lib/postal-address'
import type { BillingDetails } from '../contract'
import { BillingDialog } from './billing-dialog'
import { billingDetailsQuery, invoicesClient } from './queries'

/** Settings > Billing details: the details of the caller as the seller on invoices of their events. */
export function BillingDetailsSection() {
  const { details } = useSuspenseQuery(billingDetailsQuery()).data
  const queryClient = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const open = () => setIsOpen(true)
  const showSaved = (saved: { details: BillingDetails }) => {
    queryClient.setQueryData(billingDetailsQuery().queryKey, saved)
    notify.success('Billing details saved', { detail: 'They appear on new invoices.' })
    setIsOpen(false)
  }
  return (
    <>
      {details === null ? (
        <>
          <p className="muted">
            Invoices for the tickets you sell show only your name, with no address or tax ID.
          </p>
          <div>
            <Button onClick={open}>Add billing details</Button>
          </div>
        </>
      ) : (
        <ul className="row-list">
          <SettingRow
            icon={ReceiptText}
            title={details.legalName}
            detail={describeDetails(details)}
            end={
              <Button size="sm" aria-label="Change billing details" onClick={open}>
                Change
              </Button>
            }
          />
        </ul>
      )}
      {isOpen && (
        <BillingDialog
          details={details}
          description="Printed on the invoices for your tickets. Issued invoices don’t change."
          send={(input) => invoicesClient.billing.save.call(input)}
          onDone={showSaved}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

export const describeDetails = ({ address, country, taxId }: BillingDetails): string =>
  `${formatAddress(address)}, ${country}. ${taxId === '' ? 'No tax ID' : `Tax ID ${taxId}`}.`

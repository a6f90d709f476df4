import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { Button } from '~/design/button'
import { FormError } from '~/design/form'
import { FormDialog } from '~/design/form-dialog'
import { SelectField } from '~/design/select-field'
import { SettingRow } from '~/design/setting-row'
import { TextArea } from '~/design/text-area'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { listCountries } from '~/lib/country'
import { formatAddress, MAX_ADDRESS_LINES } from '~/lib/postal-address'
import { useForm } from '~/platform/rpc/use-form'
import type { BillingDetails } from '../contract'
import { billingDetailsQuery, invoicesClient } from './queries'

/** Settings > Billing details: what the invoices of the caller's events say about them. */
export function BillingDetailsSection() {
  const { details } = useSuspenseQuery(billingDetailsQuery()).data
  const [isOpen, setIsOpen] = useState(false)
  const open = () => setIsOpen(true)
  return (
    <>
      {details === null ? (
        <>
          <p className="muted">
            You haven’t added details. Invoices for your tickets have only your name, without an address and a
            tax ID.
          </p>
          <Button onClick={open}>Add billing details</Button>
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
      {isOpen && <BillingDialog details={details} onClose={() => setIsOpen(false)} />}
    </>
  )
}

const describeDetails = ({ address, country, taxId }: BillingDetails): string =>
  `${formatAddress(address)}, ${country}. ${taxId === '' ? 'No tax ID' : `Tax ID ${taxId}`}.`

const BLANK: BillingDetails = { legalName: '', address: '', country: '', taxId: '' }

function BillingDialog({ details, onClose }: { details: BillingDetails | null; onClose: () => void }) {
  const queryClient = useQueryClient()
  // Only rendered in the browser, because server and browser know different names.
  const [countries] = useState(() => listCountries().map(({ code, name }) => ({ value: code, label: name })))
  const form = useForm({
    blank: details ?? BLANK,
    send: (input) => invoicesClient.billing.save.call(input),
    onDone: (saved) => {
      queryClient.setQueryData(billingDetailsQuery().queryKey, saved)
      notify.success('Billing details saved', { detail: 'They are on the invoices of later orders.' })
      onClose()
    },
  })
  return (
    <FormDialog
      title="Billing details"
      description="Printed on the invoices for your tickets. Invoices that were issued before don’t change."
      actionLabel="Save details"
      busy={form.isSending && 'Saving'}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <TextField
        label="Legal name"
        name="legalName"
        autoComplete="organization"
        help="Yours, or your company’s"
        {...form.text('legalName')}
      />
      <TextArea
        label="Address"
        name="address"
        rows={3}
        autoComplete="street-address"
        help={`Street, postal code and city. At most ${MAX_ADDRESS_LINES} lines.`}
        {...form.text('address')}
      />
      <SelectField
        label="Country"
        name="country"
        autoComplete="country"
        options={[{ value: '', label: 'Choose a country', disabled: true }, ...countries]}
        {...form.text('country')}
      />
      <TextField
        label="Tax ID"
        labelEnd="Optional"
        name="taxId"
        autoComplete="off"
        help="Such as DE 319 204 118"
        {...form.text('taxId')}
      />
      <FormError isNote text={form.sentence} />
    </FormDialog>
  )
}

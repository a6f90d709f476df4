import { useState } from 'react'
import { createPortal } from 'react-dom'
import { FormError } from '~/design/form'
import { FormDialog } from '~/design/form-dialog'
import { SelectField } from '~/design/select-field'
import { TextArea } from '~/design/text-area'
import { TextField } from '~/design/text-field'
import { listCountries } from '~/lib/country'
import { MAX_ADDRESS_LINES } from '~/lib/postal-address'
import { useForm } from '~/platform/rpc/use-form'
import type { BillingDetails } from '../contract'

const BLANK: BillingDetails = { legalName: '', address: '', country: '', taxId: '' }

/** Asks for a name, an address and a tax ID for invoices. */
export function BillingDialog<Saved>({
  details,
  description,
  send,
  onDone,
  onClose,
}: {
  details: BillingDetails | null
  description: string
  send: (input: BillingDetails) => Promise<Saved>
  onDone: (saved: Saved) => void
  onClose: () => void
}) {
  // Lists the countries in the browser only, because server and browser may have different names for them.
  const [countries] = useState(() => listCountries().map(({ code, name }) => ({ value: code, label: name })))
  const form = useForm({
    blank: details ?? BLANK,
    send,
    onDone,
  })
  // Renders the dialog outside of the page's own forms, because a form can't contain another form.
  return createPortal(
    <FormDialog
      title="Billing details"
      description={description}
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
        help="Your VAT ID or tax number, such as DE 319 204 118"
        {...form.text('taxId')}
      />
      <FormError isNote text={form.sentence} />
    </FormDialog>,
    document.body,
  )
}

import { useRef, useState } from 'react'
import { DateField } from '~/design/date-field'
import { FormDialog } from '~/design/form-dialog'
import { SegmentedControl } from '~/design/segmented-control'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { useStoredDraft } from '~/design/use-stored-draft'
import type { Currency } from '~/lib/currency'
import { formatZone } from '~/lib/time'
import { getErrorMessage, getFieldErrors } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import type { PromoBoard, PromoRow } from '../../contract-types'
import { CODE_SHAPE } from '../../rules/sale-code'
import { ordersClient } from '../queries'
import { blankPromo, toFieldErrors, toPromoFields, parsePromo } from './promo-form'

export function PromoDialog(props: {
  eventId: string
  timezone: string
  currency: Currency
  promo: PromoRow | undefined
  onSaved: (board: PromoBoard) => void
  onClose: () => void
}) {
  const { eventId, timezone, currency, promo, onSaved, onClose } = props
  const [start] = useState(() => (promo ? toPromoFields(promo, { timezone, currency }) : blankPromo))
  const first = useRef<HTMLInputElement>(null)
  const form = useForm({
    blank: start,
    stored: useStoredDraft(`promo:${eventId}:${promo?.id ?? 'new'}`, start),
    parse: (fields) => parsePromo(fields, { timezone, currency }, promo),
    send: (input) =>
      promo
        ? ordersClient.promo.save.call({ id: promo.id, changes: input })
        : ordersClient.promo.add.call({ eventId, ...input }),
    onDone: (board) => {
      onSaved(board)
      onClose()
    },
    findProblems: (error) => toFieldErrors(getFieldErrors(error)),
    onError: (error, { isAtField }) => isAtField || notify.error(getErrorMessage(error)),
  })
  const fields = form.values
  const getTextProps = (field: string) => ({ ...form.text(field), autoComplete: 'off' })
  return (
    <FormDialog
      title={promo ? promo.code : 'Add a promo code'}
      startAt={first}
      actionLabel={promo ? 'Save' : 'Add'}
      busy={form.isSending && 'Saving'}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <TextField
        label="Code"
        ref={first}
        className="code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={24}
        placeholder="LEEDSCREW"
        help={CODE_SHAPE}
        {...getTextProps('code')}
        onChange={(event) => form.set({ code: event.target.value.toUpperCase() })}
      />
      <SegmentedControl
        label="Discount"
        full
        value={fields.kind === 'amount' ? 'amount' : 'percent'}
        onValueChange={(kind) => form.set({ kind })}
        options={[
          { value: 'percent', label: 'Percentage' },
          { value: 'amount', label: 'Amount' },
        ]}
      />
      <TextField
        label={fields.kind === 'amount' ? `Amount off the order (${currency})` : 'Percent off'}
        inputMode="decimal"
        {...getTextProps('amount')}
      />
      <div className="columns-2">
        <TextField
          label="Order limit"
          placeholder="No limit"
          inputMode="numeric"
          help={promo && promo.used > 0 ? `${promo.used} used` : undefined}
          {...getTextProps('useLimit')}
        />
        <TextField
          label="Orders per customer"
          placeholder="No limit"
          inputMode="numeric"
          {...getTextProps('customerLimit')}
        />
      </div>
      <div className="columns-2">
        <DateField label="From" labelEnd="Optional" help={formatZone(timezone)} {...form.field('from')} />
        <DateField label="Until" labelEnd="Optional" help={formatZone(timezone)} {...form.field('until')} />
      </div>
    </FormDialog>
  )
}

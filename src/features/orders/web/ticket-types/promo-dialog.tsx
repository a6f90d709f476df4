import { useRef, useState } from 'react'
import { DateField } from '~/design/dressed-field'
import { FormDialog } from '~/design/form-dialog'
import { Segmented } from '~/design/segmented'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { useKeptDraft } from '~/design/use-kept-draft'
import { zoneWords } from '~/lib/time'
import { errorMessage, fieldErrors } from '~/platform/rpc/errors'
import type { PromoBoard, PromoRow } from '../../contract-types'
import { CODE_SHAPE } from '../../rules/sale-code'
import { ordersClient } from '../queries'
import { blankPromo, byField, fieldsOf, readPromo } from './promo-form'

/** Adds or edits a promo code. What is typed stays with the tab until it is saved. */
export function PromoDialog(props: {
  eventId: string
  timezone: string
  promo: PromoRow | undefined
  onSaved: (board: PromoBoard) => void
  onClose: () => void
}) {
  const { eventId, timezone, promo, onSaved, onClose } = props
  const [start] = useState(() => (promo ? fieldsOf(promo, timezone) : blankPromo))
  const { draft, keep, drop } = useKeptDraft(`promo:${eventId}:${promo?.id ?? 'new'}`, start)
  // A draft kept by an older version lacks newer fields.
  const fields = { ...start, ...draft }
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isSaving, setIsSaving] = useState(false)
  const first = useRef<HTMLInputElement>(null)
  const change = (field: keyof typeof blankPromo, text: string) => {
    keep((kept) => ({ ...start, ...kept, [field]: text }))
    setErrors(({ [field]: _gone, ...rest }) => rest)
  }
  const save = async () => {
    const { input, faults } = readPromo(fields, timezone, promo)
    setErrors(faults)
    if (Object.keys(faults).length > 0) return
    setIsSaving(true)
    try {
      const board = promo
        ? await ordersClient.promo.save.call({ id: promo.id, changes: input })
        : await ordersClient.promo.add.call({ eventId, ...input })
      drop()
      onSaved(board)
      onClose()
    } catch (error) {
      const said = byField(fieldErrors(error))
      setErrors(said)
      if (Object.keys(said).length === 0) notify.error(errorMessage(error))
    } finally {
      setIsSaving(false)
    }
  }
  const text = (field: keyof typeof blankPromo & string) => ({
    value: fields[field] ?? '',
    error: errors[field],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => change(field, event.target.value),
  })
  const day = (field: 'from' | 'until') => ({
    value: fields[field],
    error: errors[field],
    onValueChange: (value: string) => change(field, value),
  })
  return (
    <FormDialog
      title={promo ? promo.code : 'Add a promo code'}
      startAt={first}
      actLabel={promo ? 'Save' : 'Add'}
      busy={isSaving && 'Saving'}
      onSubmit={() => void save()}
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
        {...text('code')}
        onChange={(event) => change('code', event.target.value.toUpperCase())}
      />
      <Segmented
        label="Takes off"
        full
        value={fields.kind === 'amount' ? 'amount' : 'percent'}
        onValueChange={(kind) => change('kind', kind)}
        options={[
          { value: 'percent', label: 'A share' },
          { value: 'amount', label: 'An amount' },
        ]}
      />
      <TextField
        label={fields.kind === 'amount' ? 'Dollars off the order' : 'Percent off'}
        inputMode="decimal"
        {...text('amount')}
      />
      <div className="f2">
        <TextField
          label="How many orders"
          placeholder="No limit"
          inputMode="numeric"
          help={promo && promo.used > 0 ? `${promo.used} used` : undefined}
          {...text('useLimit')}
        />
        <TextField
          label="Orders per customer"
          placeholder="No limit"
          inputMode="numeric"
          {...text('customerLimit')}
        />
      </div>
      <div className="f2">
        <DateField label="From" labelEnd="Optional" help={zoneWords(timezone)} {...day('from')} />
        <DateField label="Until" labelEnd="Optional" help={zoneWords(timezone)} {...day('until')} />
      </div>
      <button type="submit" className="sr" tabIndex={-1} aria-hidden="true" />
    </FormDialog>
  )
}

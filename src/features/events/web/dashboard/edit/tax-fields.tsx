import { useState } from 'react'
import { classNames } from '~/design/class-names'
import { SelectField } from '~/design/select-field'
import { TextField } from '~/design/text-field'
import { formatMoney } from '~/lib/money'
import { calculateTax, type TaxMode } from '~/lib/tax'
import { formatTaxRate, getTaxName, parseTaxRate } from '~/lib/tax-rate'
import styles from './edit-page.module.css'
import type { EventEditor } from './use-event-editor'

const MODES = [
  { value: 'none', label: 'No tax' },
  { value: 'included', label: 'Included in prices' },
  { value: 'added', label: 'Added at checkout' },
] as const

/**
 * Fields for the tax on ticket prices: its mode and its rate. A mode that needs a rate is saved once the rate is
 * entered.
 */
export function TaxFields({
  editor,
  isFixed,
  isFinal,
}: {
  editor: EventEditor
  isFixed: boolean
  isFinal: boolean
}) {
  const { values, change, findError } = editor
  const { taxMode, taxPpm, currency } = values
  const [draft, setDraft] = useState<{ mode: TaxMode; rate: string }>()
  const mode = isFixed ? taxMode : (draft?.mode ?? taxMode)
  const rate = (isFixed ? undefined : draft?.rate) ?? (taxPpm === 0 ? '' : formatTaxRate(taxPpm))
  const ratePpm = parseTaxRate(rate)
  const isRateMissing = ratePpm === undefined || ratePpm === 0
  const edit = (next: { mode: TaxMode; rate: string }) => {
    setDraft(next)
    const nextPpm = parseTaxRate(next.rate) ?? 0
    if (next.mode === 'none') change({ taxMode: 'none', taxPpm: 0 })
    else if (nextPpm > 0) change({ taxMode: next.mode, taxPpm: nextPpm })
  }
  return (
    <div className={classNames('columns-3', styles.belowTickets)}>
      <SelectField
        label="Tax on tickets"
        value={mode}
        disabled={isFixed}
        error={findError('taxMode')}
        help={
          isFinal
            ? 'Can’t be changed: tickets have been ordered.'
            : 'Ask a tax adviser whether you charge tax.'
        }
        options={MODES}
        onChange={({ target }) => {
          const chosen = MODES.find(({ value }) => value === target.value)?.value ?? 'none'
          edit({ mode: chosen, rate: chosen === 'none' ? '' : rate })
        }}
      />
      {mode !== 'none' && (
        <TextField
          label="Tax rate"
          inputMode="decimal"
          autoComplete="off"
          placeholder="19%"
          disabled={isFixed}
          value={rate}
          error={
            rate !== '' && isRateMissing
              ? 'Enter a percentage above 0 and up to 100, such as 19 or 8.875.'
              : findError('taxPpm')
          }
          help={
            isRateMissing
              ? rate === '' && 'Not saved yet: enter the rate.'
              : formatExample(mode, ratePpm, currency)
          }
          onChange={({ target }) => edit({ mode, rate: target.value })}
          onBlur={() => !isRateMissing && setDraft(undefined)}
        />
      )}
    </div>
  )
}

const EXAMPLE_CENTS = 2000

/** Formats an example, such as `A €20.00 ticket includes €3.19 VAT.` */
function formatExample(mode: TaxMode, ratePpm: number, currency: EventEditor['values']['currency']): string {
  const { taxCents, grossCents } = calculateTax(EXAMPLE_CENTS, { mode, ratePpm })
  const ticket = `A ${formatMoney(EXAMPLE_CENTS, currency)} ticket`
  return mode === 'included'
    ? `${ticket} includes ${formatMoney(taxCents, currency)} ${getTaxName(currency)}.`
    : `${ticket} costs ${formatMoney(grossCents, currency)}, including ${getTaxName(currency)}.`
}

import { useState } from 'react'
import { classNames } from '~/design/class-names'
import { SelectField } from '~/design/select-field'
import { TextField } from '~/design/text-field'
import { CURRENCIES, isCurrency } from '~/lib/currency'
import { formatMoney, formatCurrencyName } from '~/lib/money'
import { parseAmount } from '~/lib/parse-amount'
import styles from './edit-page.module.css'
import type { EventEditor } from './use-event-editor'

/**
 * The currency of the event, and the price at the door. With a door price, the event can be published without ticket
 * types.
 */
export function PriceFields({
  editor,
  isFixed,
  isCurrencyFinal,
}: {
  editor: EventEditor
  isFixed: boolean
  isCurrencyFinal: boolean
}) {
  const { values, change, findError } = editor
  const { currency, doorPriceCents } = values
  const saved = doorPriceCents === null ? '' : formatMoney(doorPriceCents, currency)
  const [editedText, setTyped] = useState<string>()
  const typed = isFixed ? undefined : editedText
  const cents = typed === undefined ? undefined : parseAmount(typed, currency)
  return (
    <div className={classNames('columns-3', styles.belowTickets)}>
      <SelectField
        label="Currency"
        value={currency}
        disabled={isFixed || isCurrencyFinal}
        error={findError('currency')}
        help={
          isCurrencyFinal
            ? 'Can’t be changed once the event is published, has orders or has bookings.'
            : undefined
        }
        options={CURRENCIES.map((code) => ({ value: code, label: formatCurrencyName(code) }))}
        onChange={({ target }) => isCurrency(target.value) && change({ currency: target.value })}
      />
      <TextField
        label="Price at the door"
        inputMode="decimal"
        autoComplete="off"
        placeholder={formatMoney(1500, currency)}
        disabled={isFixed}
        value={typed ?? saved}
        error={
          typed !== undefined && cents === undefined
            ? 'Enter an amount such as 15.'
            : findError('doorPriceCents')
        }
        help="Only for events without online tickets. 0 means free entry."
        onChange={({ target }) => {
          setTyped(target.value)
          const next = parseAmount(target.value, currency)
          if (next !== undefined) change({ doorPriceCents: next })
        }}
        onBlur={() => cents !== undefined && setTyped(undefined)}
      />
    </div>
  )
}

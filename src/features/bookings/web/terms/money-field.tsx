import type { ComponentProps } from 'react'
import type { FieldAppearance } from '~/design/field'
import { TextField } from '~/design/text-field'
import type { Currency } from '~/lib/currency'
import { formatMoney } from '~/lib/money'
import { parseAmount } from '~/lib/parse-amount'
import { FEE_MAX_CENTS } from '../../rules/booking-limits'

type MoneyFieldProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> &
  FieldAppearance & {
    /** As typed; parse it with `parseAmount`. */
    value: string
    currency: Currency
    onValueChange: (value: string) => void
  }

/** An amount as typed. On blur it is formatted in its currency: `1400` becomes `$1,400.00`. */
export function MoneyField({ value, currency, onValueChange, ...rest }: MoneyFieldProps) {
  return (
    <TextField
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
      onBlur={() => {
        const text = formatAmount(parseAmount(value, currency), currency)
        if (text !== '' && text !== value) onValueChange(text)
      }}
    />
  )
}

/** Says how high an amount may be: `Enter at most $1,000,000.00.` */
export function describeAmountLimit(currency: Currency): string {
  return `Enter at most ${formatMoney(FEE_MAX_CENTS, currency)}.`
}

/** Formats an amount for the field; empty for null. */
export function formatAmount(cents: number | null | undefined, currency: Currency): string {
  return typeof cents === 'number' ? formatMoney(cents, currency) : ''
}

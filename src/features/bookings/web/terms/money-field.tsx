import type { ComponentProps } from 'react'
import type { FieldAppearance } from '~/design/field'
import { TextField } from '~/design/text-field'
import { formatDollars } from '~/lib/money'
import { parseAmount } from '~/lib/parse-amount'

type MoneyFieldProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> &
  FieldAppearance & {
    /** As typed; parse it with `parseAmount`. */
    value: string
    onValueChange: (value: string) => void
  }

/** An amount as typed. On blur it is formatted: `1400` becomes `$1,400.00`. */
export function MoneyField({ value, onValueChange, ...rest }: MoneyFieldProps) {
  return (
    <TextField
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
      onBlur={() => {
        const text = formatAmount(parseAmount(value))
        if (text !== '' && text !== value) onValueChange(text)
      }}
    />
  )
}

/** Formats cents for the field; empty for null. */
export function formatAmount(cents: number | null | undefined): string {
  return typeof cents === 'number' ? formatDollars(cents) : ''
}

import type { ComponentProps } from 'react'
import type { FieldLook } from '~/design/field'
import { TextField } from '~/design/text-field'
import { formatDollars } from '~/lib/money'
import { parseDollars } from '../../rules/dollars'

type MoneyFieldProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> &
  FieldLook & {
    /** As typed; `parseDollars` reads it. */
    value: string
    onValueChange: (value: string) => void
  }

/** An amount as people type it. Left, it is written out: `1400` becomes `$1,400.00`. */
export function MoneyField({ value, onValueChange, ...rest }: MoneyFieldProps) {
  return (
    <TextField
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
      onBlur={() => {
        const words = dollarsText(parseDollars(value))
        if (words !== '' && words !== value) onValueChange(words)
      }}
    />
  )
}

/** Cents as the field shows them; empty for none. */
export function dollarsText(cents: number | null | undefined): string {
  return typeof cents === 'number' ? formatDollars(cents) : ''
}

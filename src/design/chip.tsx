import type { ComponentProps } from 'react'
import { classNames } from './class-names'
import type { Stock } from './stock'

type ChipProps = ComponentProps<'button'> & {
  pressed: boolean
  /** Pressed, the chip takes this paper; unpressed, it shows a dot of it. */
  stock?: Stock | undefined
}

/** Round, because it is pressed: one filter, on or off. */
export function Chip({ pressed, stock, className, children, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-pressed={pressed}
      className={classNames('chip', stock && `st st-${stock}`, className)}
    >
      {stock && !pressed && <span className="dot" />}
      {children}
    </button>
  )
}

type ChipGroupProps = ComponentProps<'fieldset'> & {
  label: string
  /** One line that scrolls sideways on a phone. */
  scroll?: boolean | undefined
}

export function ChipGroup({ label, scroll, className, ...rest }: ChipGroupProps) {
  return (
    <fieldset {...rest} aria-label={label} className={classNames('chips', scroll && 'scroll', className)} />
  )
}

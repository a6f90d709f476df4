import type { ComponentProps } from 'react'
import { formatCount } from '~/lib/count'
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

type FilterChipsProps<Filter extends string> = {
  label: string
  filters: readonly Filter[]
  value: Filter
  onChange: (filter: Filter) => void
  /** Undefined while they load. */
  counts: Partial<Record<Filter, number>> | undefined
  /** Names of the filters, where they differ from the values. */
  words?: Partial<Record<Filter, string>>
}

/** The filters of a list, each with its count. */
export function FilterChips<Filter extends string>(props: FilterChipsProps<Filter>) {
  const { label, filters, value, onChange, counts, words } = props
  return (
    <ChipGroup label={label} scroll>
      {filters.map((filter) => (
        <Chip key={filter} pressed={filter === value} onClick={() => onChange(filter)}>
          {words?.[filter] ?? filter}{' '}
          {counts?.[filter] !== undefined && <span className="chip-n">{formatCount(counts[filter])}</span>}
        </Chip>
      ))}
    </ChipGroup>
  )
}

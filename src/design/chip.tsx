import type { ComponentProps, ReactNode } from 'react'
import { formatCount } from '~/lib/count'
import { formatStatus } from '~/lib/format-status'
import { toSentenceCase } from '~/lib/sentence-case'
import { classNames } from './class-names'
import { Dot } from './dot'
import type { Stock } from './stock'
import styles from './chip.module.css'

type ChipProps = ComponentProps<'button'> & {
  pressed: boolean
  /** Color of the pressed chip. An unpressed chip shows a dot in this color. */
  stock?: Stock | undefined
  /** Shows the dot on a pressed chip too, in the color of the text. */
  alwaysShowsDot?: boolean | undefined
}

/** A filter that is on or off. Round because it can be pressed. */
export function Chip({ pressed, stock, alwaysShowsDot = false, className, children, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-pressed={pressed}
      className={classNames('chip', styles.chip, stock && `${styles.paper} stock-${stock}`, className)}
    >
      {stock && (alwaysShowsDot || !pressed) && <Dot className={pressed ? styles.inkDot : undefined} />}
      {children}
    </button>
  )
}

type ChipGroupProps = ComponentProps<'fieldset'> & {
  label: string
  scroll?: boolean | undefined
}

export function ChipGroup({ label, scroll, className, ...rest }: ChipGroupProps) {
  return (
    <fieldset
      {...rest}
      aria-label={label}
      className={classNames('chips', styles.group, scroll && styles.scroll, className)}
    />
  )
}

export function Chips({ children }: { children: ReactNode }) {
  return <div className={classNames('chips', styles.group)}>{children}</div>
}

export function ChipLink({ className, children, ...rest }: ComponentProps<'a'>) {
  return (
    <a {...rest} className={classNames('chip', styles.chip, className)}>
      {children}
    </a>
  )
}

type FilterChipsProps<Filter extends string> = {
  label: string
  filters: readonly Filter[]
  value: Filter
  onChange: (filter: Filter) => void
  counts: Partial<Record<Filter, number>> | undefined
  /** Labels by filter. The default is the filter's value in sentence case. */
  labels?: Partial<Record<Filter, string>>
}

export function FilterChips<Filter extends string>(props: FilterChipsProps<Filter>) {
  const { label, filters, value, onChange, counts, labels } = props
  return (
    <ChipGroup label={label} scroll>
      {filters.map((filter) => (
        <Chip key={filter} pressed={filter === value} onClick={() => onChange(filter)}>
          {labels?.[filter] ?? toSentenceCase(formatStatus(filter))}{' '}
          {counts?.[filter] !== undefined && (
            <span className={styles.count}>{formatCount(counts[filter])}</span>
          )}
        </Chip>
      ))}
    </ChipGroup>
  )
}

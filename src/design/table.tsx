import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names'
import { Icon } from './icon'

type Sort = {
  /** Undefined: the table is sorted by another column. */
  direction: 'asc' | 'desc' | undefined
  onSort: () => void
}

type Column = {
  label: string
  className?: string | undefined
  isHidden?: boolean
  /** Class of the `<col>`, for a fixed width. */
  col?: string | undefined
  sort?: Sort
}

type TableProps = Omit<ComponentProps<'table'>, 'children'> & {
  label: string
  /** Title for screen readers, if the page has no heading for the table. */
  caption?: string | undefined
  columns: readonly (string | Column)[]
  hideHead?: boolean | undefined
  /** Rows become two-column blocks on a phone. */
  stacked?: boolean | undefined
  children: ReactNode
}

// A region that scrolls must be reachable by keyboard (WCAG 2.1.1), though it is not a control.
const reachable = { tabIndex: 0 }

/** A table that scrolls sideways inside its own region, also by keyboard, and never widens the page. */
export function Table({
  label,
  caption,
  columns,
  hideHead,
  stacked,
  className,
  children,
  ...rest
}: TableProps) {
  const heads = columns.map((column): Column => (typeof column === 'string' ? { label: column } : column))
  return (
    <section aria-label={label} {...reachable} className="scroll-x">
      <table {...rest} className={classNames('data-table', stacked && 'stacked', className)}>
        {caption !== undefined && <caption className="visually-hidden">{caption}</caption>}
        {heads.some(({ col }) => col) && (
          <colgroup>
            {heads.map((head) => (
              <col key={head.label} className={head.col} />
            ))}
          </colgroup>
        )}
        <thead className={hideHead ? 'visually-hidden' : undefined}>
          <tr>
            {heads.map((head) => (
              <Head key={head.label} {...head} />
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

function Head({ label, className, isHidden, sort }: Column) {
  if (sort) return <SortHeader label={label} {...sort} />
  return (
    <th scope="col" className={className}>
      {isHidden ? <span className="visually-hidden">{label}</span> : label}
    </th>
  )
}

const orders = { asc: 'ascending', desc: 'descending' } as const

function SortHeader({ label, direction, onSort }: Sort & { label: string }) {
  const arrow = direction === 'asc' ? ArrowUp : ArrowDown
  return (
    <th scope="col" aria-sort={direction && orders[direction]}>
      <button type="button" className="sort-button" onClick={onSort}>
        {label}
        <Icon of={direction ? arrow : ArrowUpDown} />
      </button>
    </th>
  )
}

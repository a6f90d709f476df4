import type { ComponentProps } from 'react'
import { classNames } from './class-names'

type TableRegionProps = ComponentProps<'table'> & {
  label: string
  /** Rows become two-column blocks on a phone. */
  stacked?: boolean | undefined
}

// A region that scrolls must be reachable by keyboard (WCAG 2.1.1), though it is not a control.
const reachable = { tabIndex: 0 }

/** A table that scrolls sideways inside its own region, by keyboard too, and never takes the page with it. */
export function Table({ label, stacked, className, ...rest }: TableRegionProps) {
  return (
    <section aria-label={label} {...reachable} className="scroll-x">
      <table {...rest} className={classNames('tbl', stacked && 'stk', className)} />
    </section>
  )
}

import type { LucideIcon, LucideProps } from 'lucide-react'
import { classNames } from './class-names'

export type { LucideIcon }

type IconProps = Omit<LucideProps, 'ref'> & { of: LucideIcon }

/** A Lucide icon at the size of its text. Always decorative: the adjacent text or the button's label names it. */
export function Icon({ of: Drawing, className, ...rest }: IconProps) {
  return (
    <Drawing
      aria-hidden="true"
      strokeWidth={1.75}
      {...rest}
      className={classNames('inline-icon', className)}
    />
  )
}

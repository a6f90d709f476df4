import type { ComponentProps } from 'react'
import { classNames } from './class-names'
import { Icon, type LucideIcon } from './icon'
import type { Stock } from './stock'

export type BadgeTone = 'neutral' | 'red' | 'orange' | 'blue' | 'green' | 'outline'

type BadgeProps = ComponentProps<'span'> & {
  tone?: BadgeTone | undefined
  /** A genre's or an event's paper. Never for a status. */
  stock?: Stock | undefined
  icon?: LucideIcon | undefined
}

/** Square, because it is read and not pressed. */
export function Badge({ tone = 'neutral', stock, icon, className, children, ...rest }: BadgeProps) {
  const look = stock ? `st st-${stock}` : tone === 'outline' ? 'line' : tone === 'neutral' ? '' : tone
  return (
    <span {...rest} className={classNames('bdg', look, className)}>
      {icon && <Icon of={icon} />}
      {children}
    </span>
  )
}

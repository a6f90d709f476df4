import type { ComponentProps } from 'react'
import { classNames } from './class-names'
import { Icon, type LucideIcon } from './icon'
import type { Stock } from './stock'
import styles from './badge.module.css'

export type BadgeTone = 'neutral' | 'red' | 'orange' | 'blue' | 'green' | 'outline'

type BadgeProps = ComponentProps<'span'> & {
  tone?: BadgeTone | undefined
  /** A genre's or an event's paper. Never for a status. */
  stock?: Stock | undefined
  icon?: LucideIcon | undefined
}

const tones = {
  neutral: undefined,
  red: styles.red,
  orange: styles.orange,
  blue: styles.blue,
  green: styles.green,
  outline: styles.outline,
}

/** Square, because it is read and not pressed. */
export function Badge({ tone = 'neutral', stock, icon, className, children, ...rest }: BadgeProps) {
  return (
    <span
      {...rest}
      className={classNames(
        'badge',
        styles.badge,
        stock ? `${styles.paper} stock-${stock}` : tones[tone],
        className,
      )}
    >
      {icon && <Icon of={icon} />}
      {children}
    </span>
  )
}

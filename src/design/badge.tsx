import type { ComponentProps } from 'react'
import { classNames } from './class-names'
import { Icon, type LucideIcon } from './icon'
import type { Stock } from './stock'
import styles from './badge.module.css'

export type BadgeTone = 'neutral' | 'red' | 'orange' | 'blue' | 'green' | 'outline'

type BadgeProps = ComponentProps<'span'> & {
  tone?: BadgeTone | undefined
  /** Paper color of a genre or an event. Never use it for a status. */
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

/** A label. Square because it can't be pressed. */
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

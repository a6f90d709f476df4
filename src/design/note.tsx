import type { ComponentProps } from 'react'
import { classNames } from './class-names'
import { Icon, type LucideIcon } from './icon'
import styles from './note.module.css'

type NoteProps = ComponentProps<'div'> & {
  tone?: 'neutral' | 'orange' | 'red' | 'blue' | undefined
  icon?: LucideIcon | undefined
}

const tones = { neutral: undefined, orange: styles.orange, red: styles.red, blue: styles.blue }

/** A sentence that stays on the page. Add `role="status"` or `role="alert"` if it can appear later. */
export function Note({ tone = 'neutral', icon, className, children, ...rest }: NoteProps) {
  return (
    <div {...rest} className={classNames(styles.note, tones[tone], className)}>
      {icon && <Icon of={icon} />}
      <div>{children}</div>
    </div>
  )
}

import type { ComponentProps } from 'react'
import { classNames } from './class-names'
import { Icon, type LucideIcon } from './icon'

type NoteProps = ComponentProps<'div'> & {
  tone?: 'neutral' | 'orange' | 'red' | 'blue' | undefined
  icon?: LucideIcon | undefined
}

/** A sentence that stays on the page. Give `role="status"` or `role="alert"` if it appears while one is reading. */
export function Note({ tone = 'neutral', icon, className, children, ...rest }: NoteProps) {
  return (
    <div {...rest} className={classNames('note', tone !== 'neutral' && tone, className)}>
      {icon && <Icon of={icon} />}
      <div>{children}</div>
    </div>
  )
}

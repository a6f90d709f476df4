import type { ReactNode } from 'react'
import { classNames } from './class-names'
import { Mark } from './mark'

type EmptyStateProps = {
  title: ReactNode
  /** One Button or LinkButton. */
  action?: ReactNode | undefined
  panel?: boolean | undefined
  className?: string | undefined
  /** One more sentence, if the title does not say enough. */
  children?: ReactNode | undefined
}

export function EmptyState({ title, action, panel, className, children }: EmptyStateProps) {
  return (
    <div className={classNames('empty', panel && 'panel', className)}>
      <Mark />
      <p className="t3" style={{ color: 'var(--text)' }}>
        {title}
      </p>
      {children && (
        <p className="small" style={{ maxWidth: '34ch' }}>
          {children}
        </p>
      )}
      {action}
    </div>
  )
}

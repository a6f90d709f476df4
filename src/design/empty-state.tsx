import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names'
import { Mark } from './mark'
import styles from './empty-state.module.css'

type EmptyStateProps = {
  title: ReactNode
  action?: ReactNode | undefined
  panel?: boolean | undefined
  /** Set when the page has no other heading. */
  isPageTitle?: boolean | undefined
  className?: string | undefined
  children?: ReactNode | undefined
}

export function EmptyState({ title, action, panel, isPageTitle, className, children }: EmptyStateProps) {
  const Title = isPageTitle ? 'h1' : 'p'
  return (
    <EmptyBox className={classNames(panel && 'panel', className)}>
      <Mark />
      <Title className="title-3" style={{ color: 'var(--text)' }}>
        {title}
      </Title>
      {children && (
        <p className="small" style={{ maxWidth: '34ch' }}>
          {children}
        </p>
      )}
      {action}
    </EmptyBox>
  )
}

export function EmptyBox({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(styles.empty, className)} />
}

import type { ReactNode } from 'react'

/** Disables its children when the event is cancelled. */
export function FixedFields({
  isFixed,
  label,
  children,
}: {
  isFixed: boolean
  label: string
  children: ReactNode
}) {
  if (!isFixed) return children
  return (
    <fieldset disabled aria-label={label} style={{ display: 'contents' }}>
      {children}
    </fieldset>
  )
}

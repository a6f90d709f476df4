import type { ReactNode } from 'react'

/** Once the night is off nothing in here can be changed any more. Until then it is only its children. */
export function Fixed({
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

import { type ReactNode, useEffect, useRef } from 'react'

/**
 * Heading of a form's result. It takes the focus, so that screen readers announce it and the keyboard continues from
 * there.
 */
export function OutcomeTitle({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h1 className="title-1" tabIndex={-1} ref={heading}>
      {children}
    </h1>
  )
}

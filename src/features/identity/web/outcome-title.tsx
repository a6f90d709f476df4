import { type ReactNode, useEffect, useRef } from 'react'

/** The heading of what a form has become. Takes the focus, so that it is read out and the keyboard goes on from it. */
export function OutcomeTitle({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h1 className="title-1" tabIndex={-1} ref={heading}>
      {children}
    </h1>
  )
}

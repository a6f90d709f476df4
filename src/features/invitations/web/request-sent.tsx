import { useEffect, useRef } from 'react'
import { LinkButton } from '~/design/link-button'

export function RequestSent({ email }: { email: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form is gone and the focus with it: the heading takes it, and is read out.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="stack ri-form">
      <h2 className="t1" tabIndex={-1} ref={heading}>
        We have it.
      </h2>
      <p className="lead">A person reads it within a week. If it is a yes, a code comes to {email}.</p>
      <div className="row wrapf">
        <LinkButton to="/events" variant="primary" size="lg">
          Browse Events
        </LinkButton>
      </div>
    </div>
  )
}

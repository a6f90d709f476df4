import { LinkButton } from '~/design/link-button'
import { Mark } from '~/design/mark'
import './events.css'

/** T-06: for an address that never was an event, a draft and a private night alike. */
export function EventNotFound() {
  return (
    <main className="wrap" id="main">
      <div className="empty events-empty">
        <Mark />
        <h1 className="t1">Event not found</h1>
        <p className="lead">It may have been taken down, or the link is incomplete.</p>
        <LinkButton to="/events" variant="primary">
          Back to Events
        </LinkButton>
      </div>
    </main>
  )
}

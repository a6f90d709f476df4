import { LinkButton } from '~/design/link-button'
import { Mark } from '~/design/mark'
import styles from './events-page.module.css'
import { EmptyBox } from '~/design/empty-state'

/** T-06: the same page for an unknown event, a draft and a private event. */
export function EventNotFound() {
  return (
    <main className="page-width" id="main">
      <EmptyBox className={styles.empty}>
        <Mark />
        <h1 className="title-1">Event not found</h1>
        <p className="lead">It may have been removed, or the link is incomplete.</p>
        <LinkButton to="/events" variant="primary">
          Back to Events
        </LinkButton>
      </EmptyBox>
    </main>
  )
}

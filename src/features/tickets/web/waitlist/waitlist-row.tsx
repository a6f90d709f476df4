import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { classNames } from '~/design/class-names'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { Flyer } from '~/design/flyer/flyer'
import { IconButton } from '~/design/icon-button'
import { formatShortDay } from '~/lib/time'
import type { WaitlistEntry } from '../../contract-waitlist'
import { formatOrdinal } from '../../rules/format-waitlist'
import { ticketsClient } from '../queries'
import { useLeaveWaitlist } from './use-leave-waitlist'
import styles from './waitlist.module.css'

/** A waitlist of the caller: the ticket type, the place, and a button to leave. */
export function WaitlistRow({ entry }: { entry: WaitlistEntry }) {
  const { event, position, waiting: line } = entry
  return (
    <li>
      <span>
        <Flyer title={event.title} imageUrl={event.imageUrl} />
      </span>
      <span>
        <Link className={classNames('bold', styles.event)} to="/events/$id" params={{ id: event.id }}>
          {event.title}
        </Link>
        <br />
        <span className="small muted">
          {entry.ticketTypeName}, {entry.quantity} requested
          <span className={styles.day}> · {formatShortDay(event.startsAt, event.timezone)}</span>
        </span>
      </span>
      <span className={styles.position}>
        <b className="title-3">{position === null ? 'Held' : formatOrdinal(position)}</b>
        <br />
        <span className="small muted">{position === null ? 'for you' : `of ${line} on the waitlist`}</span>
      </span>
      <Leave entry={entry} />
    </li>
  )
}

function Leave({ entry }: { entry: WaitlistEntry }) {
  const leave = useLeaveWaitlist(entry.id, {
    run: () => ticketsClient.waitlist.leave.call({ id: entry.id }),
    message: 'You left the waitlist.',
  })
  return (
    <ConfirmDialog
      title="Leave the waitlist?"
      description={`You lose your place for ${entry.event.title}. If you join again, you start at the end.`}
      confirmLabel="Leave the waitlist"
      cancelLabel="Stay on the waitlist"
      busy={leave.isRunning && 'Leaving'}
      {...leave.dialog}
      trigger={<IconButton label={`Leave the waitlist for ${entry.event.title}`} icon={X} tooltip={false} />}
    />
  )
}

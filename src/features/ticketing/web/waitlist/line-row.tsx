import { Link } from '@tanstack/react-router'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { Flyer } from '~/design/flyer/flyer'
import { IconButton } from '~/design/icon-button'
import { notify } from '~/design/toast'
import { formatShortDay } from '~/lib/time'
import { errorMessage } from '~/platform/rpc/errors'
import type { WaitlistEntry } from '../../contract-waitlist'
import { ordinal } from '../../rules/waitlist-words'
import { ticketing } from '../queries'
import { waitlistsQuery } from './waitlist-queries'

/** A line that somebody stands in: for what, at which place, and the way out. */
export function LineRow({ entry }: { entry: WaitlistEntry }) {
  const { event, position, line } = entry
  return (
    <li>
      <span className="pic">
        <Flyer title={event.title} imageUrl={event.imageUrl} />
      </span>
      <span>
        <Link className="b wl-event" to="/events/$id" params={{ id: event.id }}>
          {event.title}
        </Link>
        <br />
        <span className="small m2">
          {entry.ticketTypeName}, {entry.quantity} wanted
          <span className="wl-day"> · {formatShortDay(event.startsAt, event.timezone)}</span>
        </span>
      </span>
      <span className="place">
        <b className="t3">{position === null ? 'Held' : ordinal(position)}</b>
        <br />
        <span className="small m2">{position === null ? 'for you' : `in line of ${line}`}</span>
      </span>
      <Leave entry={entry} />
    </li>
  )
}

function Leave({ entry }: { entry: WaitlistEntry }) {
  const queryClient = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const leave = useMutation({
    ...ticketing.waitlist.leave.mutationOptions(),
    onSuccess: () => notify.success('You left the line.'),
    onError: (error) => notify.error(errorMessage(error), { about: entry.id }),
    onSettled: () => {
      setIsOpen(false)
      return queryClient.invalidateQueries(waitlistsQuery())
    },
  })
  return (
    <ConfirmDialog
      title="Leave this line?"
      description={`You give up your place for ${entry.event.title}. Whoever joins again stands at the end.`}
      confirmLabel="Leave the waitlist"
      cancelLabel="Stay"
      busy={leave.isPending ? 'Leaving' : false}
      open={isOpen}
      onOpenChange={setIsOpen}
      onConfirm={() => leave.mutate({ id: entry.id })}
      trigger={<IconButton label={`Leave the waitlist for ${entry.event.title}`} icon={X} tooltip={false} />}
    />
  )
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { notify } from '~/design/toast'
import { formatClock, formatShortDay, formatZone } from '~/lib/time'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { OwnSet } from '../../contract-line-up'
import { events } from '../queries'
import { ownSetsQuery } from './my-events-queries'
import styles from './my-events.module.css'

/** Line-ups of other organizers with the user, or requests to join; renders nothing without any. */
export function OwnSets() {
  const { data, error } = useQuery(ownSetsQuery())
  if (error)
    return (
      <p className="muted" role="alert">
        Your line-ups couldn’t be loaded. {getErrorMessage(error)}
      </p>
    )
  if (!data || data.sets.length === 0) return null
  return (
    <section className={styles.section} aria-label="You play">
      <div className={classNames('row between', styles.sectionHead)}>
        <h2 className="title-2">You play</h2>
      </div>
      <ul className={styles.list}>
        {data.sets.map((set) => (
          <SetRow key={`${set.id} ${set.isPending}`} set={set} />
        ))}
      </ul>
    </section>
  )
}

function SetRow({ set }: { set: OwnSet }) {
  const queryClient = useQueryClient()
  const [isLeaving, setIsLeaving] = useState(false)
  const answered = {
    onError: (error: unknown) => notify.error(getErrorMessage(error), { about: set.id }),
    onSettled: () => {
      setIsLeaving(false)
      return queryClient.invalidateQueries({ queryKey: events.key() })
    },
  }
  const accept = useMutation({
    ...events.lineUp.accept.mutationOptions(),
    ...answered,
    onSuccess: () => notify.success(`You play at ${set.title}.`),
  })
  const leave = useMutation({
    ...events.lineUp.leave.mutationOptions(),
    ...answered,
    onSuccess: () => notify.success(set.isPending ? 'Request declined.' : `You left ${set.title}.`),
  })
  const place = [set.venueName, set.location].filter(Boolean).join(', ')
  return (
    <li className={styles.set}>
      <div>
        <p className="small muted">{formatSetTime(set)}</p>
        <h3 className="title-3">
          {set.status === 'draft' ? set.title : <a href={`/events/${set.id}`}>{set.title}</a>}
        </h3>
        <p className="small muted">
          {place === '' ? 'No venue yet' : place}
          {set.isPending && `. ${set.requestedBy ?? 'The organizer'} asks you to play.`}
        </p>
      </div>
      {set.isPending && <Badge tone="outline">Request</Badge>}
      <div className={classNames('row', styles.setActions)}>
        {set.isPending && (
          <Button
            size="sm"
            variant="primary"
            aria-label={`Accept ${set.title}`}
            busy={accept.isPending ? 'Accepting' : false}
            onClick={() => accept.mutate({ id: set.id })}
          >
            Accept
          </Button>
        )}
        <Button
          size="sm"
          aria-label={set.isPending ? `Decline ${set.title}` : `Leave ${set.title}`}
          onClick={() => setIsLeaving(true)}
        >
          {set.isPending ? 'Decline' : 'Leave'}
        </Button>
      </div>
      <ConfirmDialog
        title={set.isPending ? `Decline ${set.title}?` : `Leave the line-up of ${set.title}?`}
        description="This removes your name from the line-up. We’ll notify the organizer."
        confirmLabel={set.isPending ? 'Decline the request' : 'Leave the line-up'}
        busy={leave.isPending ? 'Saving' : false}
        open={isLeaving}
        onOpenChange={setIsLeaving}
        onConfirm={() => leave.mutate({ id: set.id })}
      />
    </li>
  )
}

function formatSetTime({ isDateOpen, startsAt, setStartsAt, setEndsAt, timezone }: OwnSet): string {
  if (isDateOpen) return 'Date to be announced'
  const day = formatShortDay(setStartsAt ?? startsAt, timezone)
  const from = formatClock(setStartsAt ?? startsAt, timezone)
  const until = setEndsAt === null ? '' : `–${formatClock(setEndsAt, timezone)}`
  return `${day}, ${from}${until}, ${formatZone(timezone)}`
}

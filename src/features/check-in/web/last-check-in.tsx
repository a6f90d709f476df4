import { Check } from 'lucide-react'
import { Button } from '~/design/button'
import { Icon } from '~/design/icon'
import { formatClock } from '~/lib/time'
import { listGuests, listTickets } from './check-in-attendees'
import type { Book, Overlay } from './phone-check-in-list'
import styles from './check-in.module.css'

export interface LastIn {
  name: string
  description: string
  at: number
  nonce: string
  target: { ticketId?: string; guestId?: string }
  isLocal: boolean
}

/** Returns the last check-in at this entrance, including before the page was opened. */
export function findLastCheckIn(book: Book, overlay: Overlay, entrance: string): LastIn | undefined {
  let last: LastIn | undefined
  const isLater = (at: string) => last === undefined || Date.parse(at) > last.at
  for (const {
    id,
    name,
    type,
    checkedInAt,
    entrance: ticketEntrance,
    checkedInBy,
    checkInNonce,
  } of listTickets(book, overlay))
    if (
      checkedInAt !== undefined &&
      checkInNonce !== undefined &&
      (ticketEntrance ?? '') === entrance &&
      isLater(checkedInAt)
    )
      last = {
        name,
        description: type,
        at: Date.parse(checkedInAt),
        nonce: checkInNonce,
        target: { ticketId: id },
        isLocal: checkedInBy === '',
      }
  for (const { id, name, checkIns } of listGuests(book, overlay))
    for (const checkIn of checkIns)
      if (checkIn.entrance === entrance && isLater(checkIn.at))
        last = {
          name,
          description: checkIn.people > 1 ? `Guest list, ${checkIn.people} people` : 'Guest list',
          at: Date.parse(checkIn.at),
          nonce: checkIn.nonce,
          target: { guestId: id },
          isLocal: checkIn.by === '',
        }
  return last
}

interface LastCheckInProps {
  last: LastIn | undefined
  zone: string
  isOffline: boolean
  onUndo: (() => void) | undefined
}

export function LastCheckIn({ last, zone, isOffline, onUndo }: LastCheckInProps) {
  if (!last)
    return (
      <div className={styles.lastCheckIn}>
        <span className="small muted">No check-ins at this entrance yet.</span>
      </div>
    )
  const clock = formatClock(new Date(last.at).toISOString(), zone)
  return (
    <div className={styles.lastCheckIn}>
      <Icon of={Check} />
      <span>
        <b className="bold">{last.name}</b>
        <span className="small muted">
          {isOffline && last.isLocal
            ? 'Checked against the list on this phone'
            : `${last.description}, ${clock}`}
        </span>
      </span>
      {onUndo && (
        <Button size="sm" onClick={onUndo} aria-label={`Undo ${last.name}`}>
          Undo
        </Button>
      )}
    </div>
  )
}

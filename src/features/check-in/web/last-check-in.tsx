import { Check } from 'lucide-react'
import { Button } from '~/design/button'
import { Icon } from '~/design/icon'
import { formatClock } from '~/lib/time'
import { allGuests, allTickets } from './check-in-attendees'
import type { Book, Overlay } from './check-in-book'
import styles from './check-in.module.css'

export interface LastIn {
  name: string
  what: string
  at: number
  nonce: string
  of: { ticketId?: string; guestId?: string }
  isLocal: boolean
}

/** Returns the last check-in at this entrance, including before the page was opened. */
export function lastIn(book: Book, over: Overlay, entrance: string): LastIn | undefined {
  let last: LastIn | undefined
  const later = (at: string) => last === undefined || Date.parse(at) > last.at
  for (const {
    id,
    name,
    type,
    checkedInAt,
    entrance: ticketEntrance,
    checkedInBy,
    checkInNonce,
  } of allTickets(book, over))
    if (
      checkedInAt !== undefined &&
      checkInNonce !== undefined &&
      (ticketEntrance ?? '') === entrance &&
      later(checkedInAt)
    )
      last = {
        name,
        what: type,
        at: Date.parse(checkedInAt),
        nonce: checkInNonce,
        of: { ticketId: id },
        isLocal: checkedInBy === '',
      }
  for (const { id, name, checkIns } of allGuests(book, over))
    for (const one of checkIns)
      if (one.entrance === entrance && later(one.at))
        last = {
          name,
          what: one.people > 1 ? `Guest list, ${one.people} people` : 'Guest list',
          at: Date.parse(one.at),
          nonce: one.nonce,
          of: { guestId: id },
          isLocal: one.by === '',
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
        <span className="small muted">No check-checkIns at this door yet.</span>
      </div>
    )
  const clock = formatClock(new Date(last.at).toISOString(), zone)
  return (
    <div className={styles.lastCheckIn}>
      <Icon of={Check} />
      <span>
        <b className="bold">{last.name}</b>
        <span className="small muted">
          {isOffline && last.isLocal ? 'Checked against the list on this phone' : `${last.what}, ${clock}`}
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

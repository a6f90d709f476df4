import { Check } from 'lucide-react'
import { EmptyState } from '~/design/empty-state'
import { classNames } from '~/design/class-names'
import { Icon } from '~/design/icon'
import type { CheckInGuest } from '../contract'
import { formatInviter, toGuestParty } from './check-in-attendees'
import styles from './check-in.module.css'
import { formatArrival, type PartyActions } from './attendee-row'

export function GuestTab({ guests, acts }: { guests: readonly CheckInGuest[]; acts: PartyActions }) {
  const size = guests.reduce((sum, guest) => sum + guest.size, 0)
  const arrived = guests.reduce((sum, guest) => sum + guest.arrived, 0)
  return (
    <div className={styles.scrollArea}>
      <div className="row between">
        <h2 className="title-3">Guest list</h2>
        <span className="small muted">
          {arrived} of {size} in
        </span>
      </div>
      {guests.length === 0 && <EmptyState title="No one is on the guest list." />}
      <ul className={styles.list}>
        {guests.map((guest) => (
          <GuestRow key={guest.id} guest={guest} acts={acts} />
        ))}
      </ul>
    </div>
  )
}

function GuestRow({ guest, acts }: { guest: CheckInGuest; acts: PartyActions }) {
  const party = toGuestParty(guest)
  const isIn = guest.arrived >= guest.size
  const plus = guest.size > 1 ? `+${guest.size - 1}` : ''
  const from = guest.guestOf === '' ? '' : formatInviter(guest.guestOf)
  return (
    <li className={classNames(isIn && styles.done)}>
      <button
        type="button"
        className={styles.person}
        aria-haspopup="dialog"
        onClick={() => acts.onOpen(party)}
      >
        <b className="bold">{guest.name}</b>
        <span className="small muted">
          {(plus !== '' || from !== '') && <span>{[plus, from].filter(Boolean).join(', ')}</span>}
          {guest.arrived > 0 && (
            <b className={classNames('bold', styles.arrived)}>{formatArrival(party, acts.zone)}</b>
          )}
        </span>
      </button>
      <button
        type="button"
        className={styles.tick}
        aria-pressed={isIn}
        aria-label={isIn ? `${guest.name} is checked in, undo` : `Check in, ${guest.name}`}
        onClick={() => (isIn ? acts.onUndo(party) : acts.onCheckIn(party))}
      >
        {isIn && <Icon of={Check} />}
      </button>
    </li>
  )
}

import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Dialog } from '~/design/dialog'
import { pluralize } from '~/lib/pluralize'
import { formatClock } from '~/lib/time'
import type { CheckInGuest, CheckInTicket } from '../contract'
import type { Party } from './check-in-attendees'
import styles from './check-in.module.css'

interface PartyDialogProps {
  party: Party | undefined
  zone: string
  onClose: () => void
  onTicket: (ticket: CheckInTicket) => void
  onArrive: (guest: CheckInGuest, people: number) => void
  onUndo: (nonce: string, target: { ticketId?: string; guestId?: string }, name: string) => void
}

export function PartyDialog({ party, onClose, ...acts }: PartyDialogProps) {
  return (
    <Dialog
      open={party !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={party?.name ?? ''}
      description={party?.description}
    >
      {party?.guest ? (
        <GuestPart guest={party.guest} {...acts} />
      ) : (
        <ul className={styles.list}>
          {party?.tickets.map((ticket) => (
            <TicketPart key={ticket.id} ticket={ticket} {...acts} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

type Acts = Omit<PartyDialogProps, 'party' | 'onClose'>

function TicketPart({ ticket, zone, onTicket, onUndo }: Acts & { ticket: CheckInTicket }) {
  const { id, name, number, type, status, checkedInAt, checkInNonce } = ticket
  return (
    <li>
      <span>
        <b className="bold">{type}</b>
        <span className="small muted code">{number}</span>
      </span>
      {status !== undefined ? (
        <span className="small muted">{status === 'refunded' ? 'Refunded' : 'Canceled'}</span>
      ) : checkedInAt === undefined ? (
        <Button variant="solid" aria-label={`Check in ${number}`} onClick={() => onTicket(ticket)}>
          Check in
        </Button>
      ) : (
        <span className={classNames('row', styles.rowActions)}>
          <span className="small">In at {formatClock(checkedInAt, zone)}</span>
          {checkInNonce !== undefined && (
            <Button
              aria-label={`Undo ${number}`}
              onClick={() => onUndo(checkInNonce, { ticketId: id }, name)}
            >
              Undo
            </Button>
          )}
        </span>
      )}
    </li>
  )
}

function GuestPart({ guest, zone, onArrive, onUndo }: Acts & { guest: CheckInGuest }) {
  const left = guest.size - guest.arrived
  return (
    <>
      {left > 0 && (
        <fieldset className={styles.headcount}>
          <legend className="small">
            {guest.arrived === 0
              ? 'How many are here?'
              : `${guest.arrived} of ${guest.size} are checked in. How many more?`}
          </legend>
          {Array.from({ length: left }, (_, index) => index + 1).map((people) => (
            <Button
              key={people}
              variant="solid"
              aria-label={`Check in ${people}`}
              onClick={() => onArrive(guest, people)}
            >
              {people}
            </Button>
          ))}
        </fieldset>
      )}
      {guest.checkIns.length > 0 && (
        <ul className={styles.list}>
          {guest.checkIns.map(({ nonce, people, at, entrance }) => (
            <li key={nonce}>
              <span>
                <b className="bold">{pluralize(people, 'person', 'people')}</b>
                <span className="small muted">
                  In at {formatClock(at, zone)}
                  {entrance === '' ? '' : `, ${entrance}`}
                </span>
              </span>
              <Button
                aria-label={`Undo ${pluralize(people, 'person', 'people')}`}
                onClick={() => onUndo(nonce, { guestId: guest.id }, guest.name)}
              >
                Undo
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

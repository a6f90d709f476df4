import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { formatClock } from '~/lib/time'
import type { Party } from './check-in-attendees'
import styles from './check-in.module.css'
import { markHits } from './search-attendees'

export interface PartyActions {
  zone: string
  /** Checks in all remaining people of the party; for a guest with several, asks how many first. */
  onCheckIn: (party: Party) => void
  onUndo: (party: Party) => void
  onOpen: (party: Party) => void
}

export function AttendeeRow({ party, query, acts }: { party: Party; query: string; acts: PartyActions }) {
  const isIn = party.size > 0 && party.inside >= party.size
  return (
    <li className={classNames((isIn || party.isOff) && styles.done)}>
      <button
        type="button"
        className={styles.person}
        aria-haspopup="dialog"
        onClick={() => acts.onOpen(party)}
      >
        <b className="bold">
          {markHits(party.name, query).map(({ text, isHit, at }) =>
            isHit ? <mark key={at}>{text}</mark> : text,
          )}
        </b>
        <span className="small muted">{party.description}</span>
      </button>
      <RowStatus party={party} isIn={isIn} acts={acts} />
    </li>
  )
}

function RowStatus({ party, isIn, acts }: { party: Party; isIn: boolean; acts: PartyActions }) {
  if (party.isOff)
    return (
      <span className="small">
        {party.tickets.some(({ status }) => status === 'refunded') ? 'Refunded' : 'Canceled'}
      </span>
    )
  if (isIn)
    return (
      <span className={classNames('row', styles.rowActions)}>
        <span className="small">{formatArrival(party, acts.zone)}</span>
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Undo ${party.name}`}
          onClick={() => acts.onUndo(party)}
        >
          Undo
        </Button>
      </span>
    )
  const left = party.size - party.inside
  const label = left > 1 && !party.guest ? `Check in ${left}` : 'Check in'
  return (
    <span className={classNames('row', styles.rowActions)}>
      {party.inside > 0 && (
        <span className="small muted">
          {party.inside} of {party.size} in
        </span>
      )}
      <Button variant="solid" aria-label={`${label}, ${party.name}`} onClick={() => acts.onCheckIn(party)}>
        {label}
      </Button>
    </span>
  )
}

/** Returns `In at 23:18` or `2 of 2 in`. */
export function formatArrival({ size, inside, checkedInAt }: Party, zone: string): string {
  if (size > 1) return `${inside} of ${size} in`
  return checkedInAt === undefined ? 'In' : `In at ${formatClock(checkedInAt, zone)}`
}

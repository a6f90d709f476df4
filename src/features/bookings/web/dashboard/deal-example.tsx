import { formatCount } from '~/lib/count'
import { formatDollars } from '~/lib/money'
import { calculateExample, type Deal, type ExampleLevel, type TicketSupply } from '../../rules/deal'
import styles from './deal-fields.module.css'

type DealExampleProps = {
  /** `you get` */
  subject: string
  deal: Deal
  feeCents: number | null
  tickets: TicketSupply | null
}

/** Shows what the DJ gets at three sales levels. Renders nothing for a booking without an event with paid tickets. */
export function DealExample({ subject, deal, feeCents, tickets }: DealExampleProps) {
  const levels = calculateExample(deal, feeCents, tickets)
  const [first] = levels
  if (tickets === null || first === undefined) return null
  const formatLevel = ({ shareCents, basis }: ExampleLevel) =>
    deal.kind === 'guarantee' ? `${formatDollars(shareCents)}, ${basis}` : formatDollars(shareCents)
  return (
    <output className={styles.example}>
      <span className="small bold">
        Example: {subject}, at {formatDollars(tickets.averageCents)} per ticket on average
      </span>
      {deal.kind === 'flat' ? (
        <span>
          <span className="muted">Any number of tickets</span>
          <b className="bold">{formatLevel(first)}</b>
        </span>
      ) : (
        levels.map((level) => (
          <span key={level.tickets}>
            <span className="muted">
              {formatCount(level.tickets)} tickets, net {formatDollars(level.netCents)}
            </span>
            <b className="bold">{formatLevel(level)}</b>
          </span>
        ))
      )}
      {deal.kind !== 'flat' && (
        <span className="small faint">
          Net here is ticket income less the agreed costs. The settlement also deducts refunds, processing
          fees and disputes.
        </span>
      )}
    </output>
  )
}

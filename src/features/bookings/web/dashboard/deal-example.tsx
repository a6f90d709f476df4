import { formatCount } from '~/lib/count'
import type { Currency } from '~/lib/currency'
import { formatMoney } from '~/lib/money'
import { calculateExample, type Deal, type ExampleLevel, type TicketSupply } from '../../rules/deal'
import styles from './deal-fields.module.css'

type DealExampleProps = {
  /** Names the person who gets the amounts, such as `you get`. */
  subject: string
  deal: Deal
  feeCents: number | null
  currency: Currency
  tickets: TicketSupply | null
}

/** Shows what the DJ gets at three sales levels. Renders nothing for a booking without an event with paid tickets. */
export function DealExample({ subject, deal, feeCents, currency, tickets }: DealExampleProps) {
  const levels = calculateExample(deal, feeCents, tickets)
  const [first] = levels
  if (tickets === null || first === undefined) return null
  const formatLevel = ({ shareCents, basis }: ExampleLevel) =>
    deal.kind === 'guarantee'
      ? `${formatMoney(shareCents, currency)}, ${basis}`
      : formatMoney(shareCents, currency)
  return (
    <output className={styles.example}>
      <span className="small bold">
        Example: {subject}, at {formatMoney(tickets.averageCents, currency)} per ticket on average
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
              {formatCount(level.tickets)} tickets, net {formatMoney(level.netCents, currency)}
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

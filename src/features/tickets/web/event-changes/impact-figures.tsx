import { formatCount } from '~/lib/count'
import { formatMoney } from '~/lib/money'
import type { EventImpact } from '../../contract-event-changes'
import type { EventChange } from '../../rules/event-change'

/**
 * The orders, tickets and money that a change of an event affects. Leaves out counts of zero, but not an amount of
 * zero.
 */
export function ImpactFigures({ impact, change }: { impact: EventImpact; change: EventChange }) {
  const count = (number: number) => (number === 0 ? '' : formatCount(number))
  const figures: [string, string][] =
    change === 'cancel'
      ? [
          ['Orders refunded', count(impact.orders)],
          ['Tickets canceled', count(impact.tickets)],
          ['Refunded, fees included', formatMoney(impact.cents, impact.currency)],
          ['Unpaid reservations that end', count(impact.holds)],
          ['On the waitlist (it closes)', count(impact.waiting)],
        ]
      : [
          ['Tickets that stay valid', formatCount(impact.tickets)],
          ['Maximum refunds', formatMoney(impact.cents, impact.currency)],
          ['Unpaid reservations that end', change === 'postpone' ? count(impact.holds) : ''],
          ['On the waitlist', count(impact.waiting)],
        ]
  return (
    <dl className="fact-list">
      {figures
        .filter(([, figure]) => figure !== '')
        .map(([label, figure]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="bold">{figure}</dd>
          </div>
        ))}
    </dl>
  )
}

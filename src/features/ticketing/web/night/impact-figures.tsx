import { formatCount } from '~/lib/count'
import { formatDollars } from '~/lib/money'
import type { NightImpact } from '../../contract-night'
import type { NightChange } from '../../rules/night-change'

/** What a change of a night concerns; what is zero is left out, but for the money. */
export function ImpactFigures({ impact, change }: { impact: NightImpact; change: NightChange }) {
  const count = (number: number) => (number === 0 ? '' : formatCount(number))
  const figures: [string, string][] =
    change === 'cancel'
      ? [
          ['Orders refunded', count(impact.orders)],
          ['Tickets taken back', count(impact.tickets)],
          ['Goes back, with the fees', formatDollars(impact.cents)],
          ['Being paid right now, and end', count(impact.holds)],
          ['On the waitlist, which ends', count(impact.waiting)],
        ]
      : [
          ['Tickets that stay valid', formatCount(impact.tickets)],
          ['May be given back, at most', formatDollars(impact.cents)],
          ['Being paid right now, and end', change === 'postpone' ? count(impact.holds) : ''],
          ['On the waitlist', count(impact.waiting)],
        ]
  return (
    <dl className="dl">
      {figures
        .filter(([, figure]) => figure !== '')
        .map(([label, figure]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="b">{figure}</dd>
          </div>
        ))}
    </dl>
  )
}

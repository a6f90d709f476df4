import type { Currency } from '~/lib/currency'
import type { CSSProperties } from 'react'
import { formatCount } from '~/lib/count'
import { formatMoney } from '~/lib/money'
import type { SaleNumbers } from '../../contract-numbers'
import styles from './analytics.module.css'

export function KeyFigures({ numbers, feeBasisPoints }: { numbers: SaleNumbers; feeBasisPoints: number }) {
  const { revenueCents, currency, salesPercent, sold, total, views, conversionPerMille } = numbers
  const cells = [
    ...(revenueCents === null
      ? []
      : [
          {
            label: 'Revenue',
            figure: formatWhole(revenueCents, currency),
            note: `before the ${feeBasisPoints / 100}% service fee`,
          },
        ]),
    {
      label: 'Sold',
      figure: `${salesPercent}%`,
      note: `${formatCount(sold)} of ${formatCount(total)} ${total === 1 ? 'ticket' : 'tickets'}`,
    },
    {
      label: 'Event page views',
      figure: formatCount(views),
      note: conversionPerMille === null ? 'Counting starts now' : formatConversion(conversionPerMille),
    },
    toDaysFigure(numbers),
  ]
  return (
    <div className={styles.figures}>
      <dl className="cells" style={{ '--n': cells.length } as CSSProperties}>
        {cells.map(({ label, figure, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="figure">{figure}</dd>
            <dd className="small faint">{note}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/**
 * Formats the conversion rate. A visitor may buy several tickets, so a rate above 100 % is shown as tickets per view.
 */
function formatConversion(perMille: number): string {
  return perMille > 1000
    ? `${(perMille / 1000).toFixed(1)} tickets per view`
    : `${(perMille / 10).toFixed(1)}% of views became tickets`
}

function toDaysFigure({ event, daysToGo, perDayToSellOut, checkIns, sold, total }: SaleNumbers) {
  if (event.status === 'cancelled')
    return { label: 'Status', figure: 'Canceled', note: 'Tickets are being refunded' }
  if (event.isDateOpen) return { label: 'Days to go', figure: '–', note: 'No new date yet' }
  if (daysToGo === null)
    return {
      label: 'Checked in',
      figure: formatCount(checkIns.tickets),
      note: `of ${formatCount(checkIns.expected)} ${checkIns.expected === 1 ? 'ticket' : 'tickets'}`,
    }
  return {
    label: 'Days to go',
    figure: formatCount(daysToGo),
    note:
      sold >= total
        ? 'Sold out'
        : perDayToSellOut === null
          ? // On the day of the event no days are left to divide by.
            `${formatCount(total - sold)} left to sell`
          : `Sell ${formatCount(perDayToSellOut)} a day to sell out`,
  }
}

/** Omits zero cents: `$6,448`, but `$6,448.50`. */
function formatWhole(cents: number, currency: Currency): string {
  const text = formatMoney(cents, currency)
  return text.endsWith('.00') ? text.slice(0, -3) : text
}

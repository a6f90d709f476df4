import { Blocks } from '~/design/blocks'
import { formatCount } from '~/lib/count'
import { formatMoney } from '~/lib/money'
import type { SaleNumbers } from '../../contract-numbers'
import styles from './analytics.module.css'

const BLOCKS = 32
const colors = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)', 'var(--chart-4)'] as const

/** Shows the sold share of each ticket type, as blocks and as text. */
export function TicketTypeShares({ types, currency }: Pick<SaleNumbers, 'types' | 'currency'>) {
  return (
    <section aria-labelledby="by-type">
      <h2 className="title-2" id="by-type">
        By ticket type
      </h2>
      {types.length === 0 && <p className="muted">No ticket types yet.</p>}
      {types.map((type, index) => {
        const text = `${formatCount(type.sold)} of ${formatCount(type.total)} sold`
        const share = type.total === 0 ? 0 : type.sold / type.total
        return (
          <div className={styles.ticketType} key={type.id}>
            <p className="row between">
              <b className="bold">
                {type.name}
                {type.isHidden && <span className="small faint"> Hidden</span>}
              </b>
              {type.revenueCents !== null && (
                <b className="bold">{formatMoney(type.revenueCents, currency)}</b>
              )}
            </p>
            <Blocks
              filled={Math.round(share * BLOCKS)}
              total={BLOCKS}
              height="1rem"
              color={colors[index % colors.length]}
              label={`${type.name}: ${text}`}
            />
            <p className="row between small muted">
              <span>{text}</span>
              <span>{Math.round(share * 100)}%</span>
            </p>
          </div>
        )
      })}
    </section>
  )
}

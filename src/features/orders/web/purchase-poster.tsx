import { classNames } from '~/design/class-names'
import { Flyer } from '~/design/flyer/flyer'
import { type PriceTerms, computeShownLines } from '~/features/settings/rules/shown-price'
import { computePrice } from '../rules/price'
import { PriceLines } from './price-lines'
import type { Selection } from './selection-search'
import styles from './purchase-poster.module.css'

/** Shows the tickets that a visitor is about to buy, beside the sign-in form. */
export function PurchasePoster(props: {
  title: string
  imageUrl: string | null
  date: string
  place: string
  ticketTypes: readonly { id: string; name: string; priceCents: number }[]
  selection: Selection
  terms: PriceTerms
  /** Whether the visitor has a code, which may change price or tickets. If so, only the event page shows a total. */
  hasCode: boolean
}) {
  const { title, imageUrl, date, place, ticketTypes, selection, terms, hasCode } = props
  const chosen = ticketTypes.flatMap(({ id, ...type }) => {
    const quantity = selection[id] ?? 0
    return quantity > 0 ? [{ ...type, quantity }] : []
  })
  const lines = computeShownLines(
    chosen.map(({ priceCents, quantity }) => priceCents * quantity),
    terms,
  )
  const price = computePrice(
    chosen.map(({ priceCents, quantity }) => ({ unitCents: priceCents, quantity })),
    terms,
  )
  const items = chosen.map(({ name, quantity }, index) => ({
    label: `${quantity} × ${name}`,
    cents: lines[index] ?? 0,
  }))
  return (
    <section className={styles.poster} aria-label="Your choice">
      <div className={styles.flyer}>
        <Flyer title={title} imageUrl={imageUrl} eager />
      </div>
      <div>
        <p className={classNames('display', styles.title)}>{title}</p>
        <p className={styles.when}>
          {date}
          <br />
          {place}
        </p>
        {items.length > 0 && !hasCode && (
          <PriceLines
            {...price}
            {...terms}
            items={items}
            className={styles.prices}
            sumClass={classNames('sum', styles.total)}
          />
        )}
        {hasCode && items.map(({ label }) => <p key={label}>{label}</p>)}
      </div>
    </section>
  )
}

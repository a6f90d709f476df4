import { classNames } from '~/design/class-names'
import type { Currency } from '~/lib/currency'
import { formatMoney, formatPrice } from '~/lib/money'
import type { PriceTerms } from '~/features/settings/rules/shown-price'
import { formatAddedTaxLabel, listPriceNotes } from '~/features/settings/rules/price-notes'
import { computePrice } from '../rules/price'
import styles from './buying.module.css'

/**
 * The price lines of an order: subtotal, added tax, service fee and total (T-03), with the tax that the total includes below. Free
 * orders, and sites whose prices include the fee, only show the total. Amounts in cents.
 */
export function PriceLines(
  props: PriceTerms & {
    subtotalCents: number
    addedTaxCents: number
    feeCents: number
    totalCents: number
    items?: readonly { label: string; cents: number }[] | undefined
    /** The discount of a promo code; already subtracted from the subtotal. */
    discountCents?: number | undefined
    promoCode?: string | null | undefined
    isStruck?: boolean
    className?: string | undefined
    sumClass?: string | undefined
  },
) {
  const {
    subtotalCents,
    addedTaxCents,
    feeCents,
    totalCents,
    feeBasisPoints,
    isStruck = false,
    sumClass = 'sum',
  } = props
  const { discountCents = 0, promoCode, items, currency } = props
  const isFree = subtotalCents + discountCents === 0
  const { totalCents: before } = computePrice(
    [{ quantity: 1, unitCents: subtotalCents + discountCents }],
    props,
  )
  const isAllIn = props.priceDisplay === 'all_in'
  return (
    <div className={classNames('total', props.className)}>
      {items?.map(({ label, cents }) => (
        <div key={label} className={styles.item}>
          <span>{label}</span>
          <span>{formatPrice(cents, currency)}</span>
        </div>
      ))}
      {!isAllIn && !isFree && (
        <>
          {items === undefined && (
            <div>
              <span>Subtotal</span>
              <span>{formatMoney(subtotalCents + discountCents, currency)}</span>
            </div>
          )}
          {discountCents > 0 && <DiscountLine currency={currency} code={promoCode} cents={discountCents} />}
          {addedTaxCents > 0 && (
            <div>
              <span>{formatAddedTaxLabel(props)}</span>
              <span>{formatMoney(addedTaxCents, currency)}</span>
            </div>
          )}
          <div>
            <span>
              Service fee <span className="muted">({feeBasisPoints / 100}%)</span>
            </span>
            <span>{formatMoney(feeCents, currency)}</span>
          </div>
        </>
      )}
      {isAllIn && discountCents > 0 && (
        <DiscountLine currency={currency} code={promoCode} cents={before - totalCents} />
      )}
      <div className={sumClass}>
        <span>Total</span>
        <span>
          {discountCents > 0 && !isStruck && (
            <s className={styles.before}>
              <span className="visually-hidden">Before: </span>
              {formatMoney(before, currency)}
            </s>
          )}
          <span className={isStruck ? 'struck' : undefined}>{formatPrice(totalCents, currency)}</span>
        </span>
      </div>
      {listPriceNotes(props, props).map((note) => (
        <p key={note} className={classNames('small muted', styles.feeInside)}>
          {note}
        </p>
      ))}
    </div>
  )
}

function DiscountLine({
  code,
  cents,
  currency,
}: {
  code: string | null | undefined
  cents: number
  currency: Currency
}) {
  return (
    <div>
      <span>{code ? <b className="code">{code}</b> : 'Discount'}</span>
      <span>−{formatMoney(cents, currency)}</span>
    </div>
  )
}

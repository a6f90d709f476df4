import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { NeedsJavaScript } from '~/design/needs-javascript'
import { formatPrice } from '~/lib/money'
import { formatShownPrice, type PriceTerms } from '~/features/settings/rules/shown-price'
import { computePrice } from '../rules/price'
import { MAX_PER_TYPE, countSelectableTickets } from '../rules/selection'
import type { Opened } from './codes/opened-codes'
import { useCodes, useShownTypes } from './codes/use-codes'
import { EmailNeeded, VerifyEmailNote } from '~/design/email-required'
import { EMAIL_NEEDED } from '../rules/error-messages'
import { PriceLines } from './price-lines'
import { countSelected, type Selection } from './selection-search'
import { TicketTypeRow, type TicketTypeChoice } from './ticket-type-row'
import { type BuyerCaptcha, type OnReserved, useReserve } from './use-reserve'
import shared from './buying.module.css'
import styles from './ticket-panel.module.css'

export interface TicketPanelProps {
  eventId: string
  ticketTypes: readonly TicketTypeChoice[]
  /**
   * The initial selection from the URL; the panel reports each change through `onSelect`. Use a new key for another
   * event.
   */
  selection: Selection
  onSelect: (selection: Selection) => void
  timezone: string
  /** The codes in the URL (codes/opened-codes.ts), which apply automatically; the panel reports each change. */
  codes: string | undefined
  onCodes: (codes: string | undefined) => void
  /** The current fee, and whether prices include it. An order keeps the terms from when it was created. */
  terms: PriceTerms
  /** Why nothing can be bought: the event is over or cancelled, or the sale has not started. */
  closedReason: string | null
  isSignedIn: boolean
  onSignIn: (selection: Selection) => void
  /** Opens the checkout of the new order; `seen` is the total that this panel showed, if the order's differs. */
  onReserved: OnReserved
  /** The CAPTCHA, if the event requires one and the viewer is signed in. */
  captcha?: BuyerCaptcha | undefined
  renderWait?: (type: TicketTypeChoice) => ReactNode
}

/**
 * 'Select Tickets': a stepper per type, the price, and Checkout, which is in a bottom bar on small screens. While a
 * selection exceeds the stock, it is reduced, with a message.
 */
export function TicketPanel(props: TicketPanelProps) {
  const { terms, closedReason } = props
  // Local state, because the URL follows a moment later: fast clicks must not start from an old selection.
  const [selection, setSelection] = useState(props.selection)
  const onSelect = (next: Selection) => {
    setSelection(next)
    props.onSelect(next)
  }
  const { opened, setOpened, entry, isEntryRequested, openEntry } = useCodes(props)
  const shownTypes = useShownTypes(props.ticketTypes, opened)
  const { correctedTypes, correct } = useCorrectedStock(shownTypes)
  const checkout = useCheckout(props, { opened, setOpened }, correct)
  // Freezes the stock during a reservation: a poll would count this buyer's own held tickets as sold.
  const ticketTypes = useFrozenValue(correctedTypes, checkout.isReserving)
  const panel = useRef<HTMLElement>(null)
  const captchaPlace = useRef<HTMLDivElement>(null)
  const chosen = clampToStock(selection, ticketTypes)
  const elsewhere = props.codes === undefined ? {} : without(selection, ticketTypes)
  const price = computePrice(
    ticketTypes.map((type) => ({ quantity: chosen[type.id] ?? 0, unitCents: type.priceCents })),
    terms,
    opened.promo?.error === undefined ? opened.promo?.takeOff : undefined,
  )
  const count = countSelected(chosen)
  const isBuyable = ticketTypes.some((type) => limitQuantity(type, 1) > 0)
  if (closedReason !== null) return <ClosedPanel reason={closedReason} />
  const renderAction = (className?: string) => (
    <Button
      variant="primary"
      size="lg"
      full
      className={classNames('script-only', className)}
      disabled={count === 0}
      busy={checkout.isReserving ? 'Holding your tickets' : false}
      onClick={() => {
        if (!checkout.start(chosen, price.totalCents))
          captchaPlace.current?.scrollIntoView({ block: 'center' })
      }}
    >
      Checkout
    </Button>
  )
  return (
    <>
      <section
        ref={panel}
        className={classNames('sheet', styles.panel)}
        tabIndex={-1}
        aria-labelledby="select-tickets"
      >
        <div className="padded">
          <h2 id="select-tickets" className="title-2">
            Select Tickets
          </h2>
          {ticketTypes.map((type) => (
            <TicketTypeRow
              key={type.id}
              type={type}
              price={formatShownPrice(type.priceCents, terms)}
              quantity={chosen[type.id] ?? 0}
              missing={type.offSale ? 0 : (selection[type.id] ?? 0) - (chosen[type.id] ?? 0)}
              renderWait={props.renderWait}
              onQuantityChange={(quantity) => onSelect({ ...elsewhere, ...chosen, [type.id]: quantity })}
            />
          ))}
          <NeedsJavaScript action="Buying tickets" />
          {isBuyable ? (
            <>
              <div aria-live="polite">
                {count > 0 && <PriceLines {...price} {...terms} promoCode={opened.promo?.code} />}
              </div>
              {checkout.isEmailNeeded && <EmailNeeded reason={EMAIL_NEEDED} />}
              {checkout.verifyReason !== undefined && <VerifyEmailNote reason={checkout.verifyReason} />}
              {props.captcha && count > 0 && (
                <div ref={captchaPlace} className={styles.captcha}>
                  <p className="small muted">
                    This event requires a security check before we hold your tickets.
                  </p>
                  {props.captcha.renderField(checkout.captchaError)}
                </div>
              )}
              {renderAction(styles.checkout)}
              <p className={classNames('micro muted', styles.limit)}>Up to {MAX_PER_TYPE} per ticket type</p>
            </>
          ) : (
            <p className={ticketTypes.length === 0 ? 'muted' : styles.nothing}>
              {ticketTypes.length === 0
                ? 'Ticket information coming soon'
                : describeNothingOnSale(ticketTypes)}
            </p>
          )}
          {entry ?? (
            <Button
              variant="ghost"
              size="sm"
              className={classNames('script-only', styles.code)}
              busy={isEntryRequested && 'Opening'}
              onClick={openEntry}
            >
              Have a code?
            </Button>
          )}
        </div>
      </section>
      {isBuyable && (
        <BuyBar panel={panel} isEmpty={count === 0}>
          <span>
            <span className="small muted">
              {count} {count === 1 ? 'ticket' : 'tickets'}, total
            </span>
            <br />
            <b className="title-3">{formatPrice(price.totalCents, terms.currency)}</b>
          </span>
          {renderAction()}
        </BuyBar>
      )}
    </>
  )
}

/**
 * The bottom bar of small screens, with the total and Checkout. Without a selection it links to the panel, while that
 * is out of view.
 */
function BuyBar(props: { panel: RefObject<HTMLElement | null>; isEmpty: boolean; children: ReactNode }) {
  const { panel, isEmpty, children } = props
  const [isPanelInView, setIsPanelInView] = useState(false)
  useEffect(() => {
    if (!panel.current || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver(
      (entries) => setIsPanelInView(entries.at(-1)?.isIntersecting === true),
      // The panel counts as out of view while only its edge is visible.
      { rootMargin: '0px 0px -20% 0px' },
    )
    observer.observe(panel.current)
    return () => observer.disconnect()
  }, [panel])
  const showPanel = () => {
    panel.current?.scrollIntoView()
    // Moves the focus to the panel: it would be lost, because the button disappears.
    panel.current?.focus({ preventScroll: true })
  }
  return (
    // Hidden instead of removed, because removing the bar would shift the page.
    <div
      className={classNames('sheet script-only', shared.buyBar)}
      data-bottom-bar="buy"
      style={isEmpty && isPanelInView ? { visibility: 'hidden' } : undefined}
    >
      {isEmpty ? (
        <Button variant="primary" size="lg" onClick={showPanel}>
          Choose tickets
        </Button>
      ) : (
        children
      )}
    </div>
  )
}

function describeNothingOnSale(types: readonly TicketTypeChoice[]): string {
  const isAnySoldOut = types.some(({ remaining }) => remaining === 0)
  return `Nothing is on sale right now.${isAnySoldOut ? ' If tickets become available, people on the waitlist get them first.' : ''}`
}

function ClosedPanel({ reason }: { reason: string }) {
  return (
    <section className={classNames('sheet', styles.panel)} aria-labelledby="select-tickets">
      <div className="padded">
        <h2 id="select-tickets" className="title-2">
          Select Tickets
        </h2>
        <p className="muted">{reason}</p>
      </div>
    </section>
  )
}

/**
 * Returns the page's stock. After a refused reservation, returns the stock that the refusal named, until the page has
 * newer figures.
 */
function useCorrectedStock(known: readonly TicketTypeChoice[]) {
  const [correction, setCorrection] = useState<{
    of: readonly TicketTypeChoice[]
    types: TicketTypeChoice[]
  }>()
  const correctedTypes = correction?.of === known ? correction.types : known
  const correct = (free: ReadonlyMap<string, number>): void => {
    const types = correctedTypes.map((type) => ({ ...type, remaining: free.get(type.id) ?? type.remaining }))
    setCorrection({ of: known, types })
  }
  return { correctedTypes, correct }
}

/** Returns the current value; while `isFrozen`, the last value from before. */
function useFrozenValue<Value>(value: Value, isFrozen: boolean): Value {
  const [last, setLast] = useState(value)
  if (!isFrozen && last !== value) setLast(value)
  return isFrozen ? last : value
}

function useCheckout(
  props: TicketPanelProps,
  { opened, setOpened }: { opened: Opened; setOpened: (opened: Opened) => void },
  onSoldOut: (free: ReadonlyMap<string, number>) => void,
) {
  const { eventId, onReserved, isSignedIn, onSignIn, captcha } = props
  const [isCaptchaMissed, setIsCaptchaMissed] = useState(false)
  const [verifyReason, setVerifyReason] = useState<string>()
  const { reserve, ...state } = useReserve({
    eventId,
    onReserved,
    onSoldOut,
    accessCode: opened.access?.code,
    promoCode: opened.promo?.code,
    captcha,
    onUnverified: setVerifyReason,
    onPromoRefused: (error) => {
      if (opened.promo) setOpened({ ...opened, promo: { ...opened.promo, error } })
    },
  })
  const start = (chosen: Selection, totalCents: number): boolean => {
    const isMissed = captcha?.problem !== undefined
    setIsCaptchaMissed(isMissed)
    setVerifyReason(undefined)
    if (!isSignedIn) onSignIn(chosen)
    else if (!isMissed) reserve(chosen, totalCents)
    return !isMissed
  }
  return { start, captchaError: isCaptchaMissed ? captcha?.problem : undefined, verifyReason, ...state }
}

function clampToStock(selection: Selection, types: readonly TicketTypeChoice[]): Selection {
  return Object.fromEntries(
    types
      .map((type) => [type.id, limitQuantity(type, selection[type.id] ?? 0)] as const)
      .filter(([, quantity]) => quantity > 0),
  )
}

const without = (selection: Selection, types: readonly TicketTypeChoice[]): Selection =>
  Object.fromEntries(Object.entries(selection).filter(([id]) => !types.some((type) => type.id === id)))

const limitQuantity = (type: TicketTypeChoice, wanted: number) =>
  type.offSale ? 0 : Math.min(wanted, countSelectableTickets(type.remaining))

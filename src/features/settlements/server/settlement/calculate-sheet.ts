import {
  calculateShare,
  type Deal,
  hasFixedAmount,
  type Share,
  sumCosts,
} from '~/features/bookings/rules/deal'

/** The money of an event without service fees, in cents. Deductions are positive. */
export interface EventMoney {
  grossCents: number
  refundsCents: number
  feesCents: number
  disputesCents: number
}

/** A booking that shares in the money of its event. */
export interface SheetBooking {
  id: string
  deal: Deal
  feeCents: number | null
  /** What the DJ has already got of it outside of this event's tickets: the deposit. */
  depositCents: number
  /** What was released from this event's tickets before the settlement. */
  releasedCents: number
}

export interface SheetShare extends Share {
  bookingId: string
  depositCents: number
  releasedCents: number
  /** What the DJ gets from the event's balance. */
  transferCents: number
  /** What the event's balance doesn't cover; the organizer owes it. */
  missingCents: number
}

export interface Sheet extends EventMoney {
  costsCents: number
  /** The balance less agreed costs: what the shares are percentages of. */
  netCents: number
  shares: SheetShare[]
  /** What stays with the organizer. */
  organizerCents: number
  /** Ticket sales less deductions. */
  balanceCents: number
}

/**
 * Calculates who gets what of an event. Each DJ's share is of the same net; the organizer keeps the rest. Transfers never
 * exceed the balance: guaranteed fees come first, then the bookings in their order. Releases, transfers and what stays
 * add up to the balance.
 */
export function calculateSheet(money: EventMoney, bookings: readonly SheetBooking[]): Sheet {
  const balanceCents = money.grossCents - money.refundsCents - money.feesCents - money.disputesCents
  const costsCents = bookings.reduce((sum, { deal }) => sum + sumCosts(deal), 0)
  const netCents = balanceCents - costsCents
  const released = bookings.reduce((sum, { releasedCents }) => sum + releasedCents, 0)
  let left = Math.max(balanceCents - released, 0)
  const transfers = new Map<string, number>()
  const take = (id: string, wantedCents: number) => {
    const cents = Math.min(wantedCents, left)
    left -= cents
    transfers.set(id, (transfers.get(id) ?? 0) + cents)
    return cents
  }
  const due = bookings.map((booking) => {
    const share = calculateShare(booking.deal, booking.feeCents, netCents)
    return {
      booking,
      share,
      dueCents: Math.max(share.shareCents - booking.depositCents - booking.releasedCents, 0),
    }
  })
  const isGuaranteed = ({ deal }: SheetBooking) => deal.isFeeGuaranteed && hasFixedAmount(deal)
  for (const { booking, dueCents } of due)
    if (isGuaranteed(booking)) take(booking.id, Math.min(dueCents, getUnpaidFixedCents(booking)))
  const shares = due.map(({ booking, share, dueCents }) => {
    take(booking.id, dueCents - (transfers.get(booking.id) ?? 0))
    const transferCents = transfers.get(booking.id) ?? 0
    const { id: bookingId, depositCents, releasedCents } = booking
    const missingCents = dueCents - transferCents
    return { bookingId, ...share, depositCents, releasedCents, transferCents, missingCents }
  })
  const transferred = shares.reduce((sum, { transferCents }) => sum + transferCents, 0)
  return {
    ...money,
    costsCents,
    netCents,
    shares,
    organizerCents: balanceCents - released - transferred,
    balanceCents,
  }
}

const getUnpaidFixedCents = ({ feeCents, depositCents, releasedCents }: SheetBooking): number =>
  Math.max((feeCents ?? 0) - depositCents - releasedCents, 0)

/** How much of a guaranteed fee the tickets of its event cover so far. */
export interface FeeCoverage {
  bookingId: string
  heldCents: number
  feeCents: number
}

/** Returns the coverage of the guaranteed fees of an event. The balance fills them in the order of the bookings. */
export function calculateCoverage(balanceCents: number, bookings: readonly SheetBooking[]): FeeCoverage[] {
  let left = Math.max(balanceCents, 0)
  return bookings
    .filter(({ deal }) => deal.isFeeGuaranteed && hasFixedAmount(deal))
    .map((booking) => {
      const feeCents = Math.max((booking.feeCents ?? 0) - booking.depositCents, 0)
      const heldCents = Math.min(feeCents, left)
      left -= heldCents
      return { bookingId: booking.id, heldCents, feeCents }
    })
}

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
  /** The tax in the ticket sales that remain after refunds and disputes. The organizer declares it. */
  taxCents: number
  /**
   * Money that the organizer paid in: for bookings (less refunds), from later payouts for this event's debt, and for
   * refunds outside the provider. It isn't income of the event.
   */
  paidInCents: number
  /** The processing fees of payments for bookings. The organizer bears them. */
  paidInFeesCents: number
  /** Deposits that were transferred when they were paid. */
  depositsCents: number
  /** Guaranteed fees that were transferred before the settlement. */
  releasedCents: number
}

/** A booking that shares in the money of its event. */
export interface SheetBooking {
  id: string
  deal: Deal
  feeCents: number | null
  /** The deposit, transferred to the DJ when the organizer paid it. */
  depositCents: number
  /** The organizer's payments towards the fee, without the deposit. This money goes to this DJ first. */
  paidBalanceCents: number
  /** The DJ's amount by the terms of cancellation; null if the booking wasn't cancelled. */
  cancelledCents: number | null
  /** The part of a guaranteed fee that was released before the settlement. */
  releasedCents: number
  /** The sum of all transfers to a DJ who has deleted their account. It is their final share. Null for other DJs. */
  finalCents: number | null
}

export interface SheetShare {
  bookingId: string
  shareCents: number
  basis: Share['basis'] | 'cancelled' | 'deleted'
  depositCents: number
  releasedCents: number
  /** The amount that the settlement sends to the DJ from the event's balance. */
  transferCents: number
  /** The amount that the event's balance doesn't cover. The organizer owes it. */
  missingCents: number
}

export interface Sheet extends EventMoney {
  costsCents: number
  /** The balance less tax and agreed costs. Shares are percentages of it. */
  netCents: number
  shares: SheetShare[]
  /** The amount that stays with the organizer. */
  organizerCents: number
  /** Ticket sales less refunds, processing fees and disputes. */
  balanceCents: number
}

/**
 * Calculates each side's part of an event. All DJs' shares are calculated from the same net amount; the organizer
 * keeps the rest. Transfers never exceed the money of the event without tax, except for what a DJ who deleted their
 * account got. The money goes first to bookings that the organizer paid for, then to guaranteed fees, then to the
 * other bookings in their order. Deposits, releases, transfers and the organizer's rest add up to the money of the
 * event.
 */
export function calculateSheet(money: EventMoney, bookings: readonly SheetBooking[]): Sheet {
  const { paidInCents, paidInFeesCents, depositsCents, releasedCents: releasedBefore } = money
  const balanceCents = money.grossCents - money.refundsCents - money.feesCents - money.disputesCents
  const costsCents = bookings.reduce((sum, booking) => sum + getCostsCents(booking), 0)
  const netCents = balanceCents - money.taxCents - costsCents
  const availableCents = balanceCents + paidInCents - paidInFeesCents - depositsCents - releasedBefore
  const transfers = new Map<string, number>()
  const take = (id: string, wantedCents: number) => {
    const cents = Math.min(wantedCents, left)
    left -= cents
    transfers.set(id, (transfers.get(id) ?? 0) + cents)
  }
  const due = bookings.map((booking) => {
    const share = calculateBookingShare(booking, netCents)
    const restCents = Math.max(share.shareCents - booking.depositCents - booking.releasedCents, 0)
    return isFinal(booking)
      ? { booking, share, sentCents: restCents, dueCents: 0 }
      : { booking, share, sentCents: 0, dueCents: restCents }
  })
  let left = Math.max(
    due.reduce((cents, { sentCents }) => cents - sentCents, availableCents - money.taxCents),
    0,
  )
  for (const { booking, dueCents } of due) take(booking.id, Math.min(dueCents, booking.paidBalanceCents))
  for (const { booking, dueCents } of due)
    if (isGuaranteed(booking)) {
      const taken = transfers.get(booking.id) ?? 0
      take(booking.id, Math.max(Math.min(dueCents, getUnpaidFixedCents(booking)) - taken, 0))
    }
  const shares = due.map(({ booking, share, sentCents, dueCents }) => {
    take(booking.id, dueCents - (transfers.get(booking.id) ?? 0))
    const takenCents = transfers.get(booking.id) ?? 0
    const { id: bookingId, depositCents, releasedCents } = booking
    const transferCents = sentCents + takenCents
    const missingCents = dueCents - takenCents
    return { bookingId, ...share, depositCents, releasedCents, transferCents, missingCents }
  })
  const transferred = shares.reduce((sum, { transferCents }) => sum + transferCents, 0)
  return {
    ...money,
    costsCents,
    netCents,
    shares,
    organizerCents: availableCents - transferred,
    balanceCents,
  }
}

/** A cancelled booking has a fixed share and no costs. */
function calculateBookingShare(
  { cancelledCents, finalCents, deal, feeCents }: SheetBooking,
  netCents: number,
): Pick<SheetShare, 'shareCents' | 'basis'> {
  if (finalCents !== null) return { shareCents: finalCents, basis: 'deleted' }
  if (cancelledCents !== null) return { shareCents: cancelledCents, basis: 'cancelled' }
  return calculateShare(deal, feeCents, netCents)
}

const getCostsCents = ({ deal, cancelledCents }: SheetBooking): number =>
  cancelledCents === null ? sumCosts(deal) : 0

const isFinal = ({ finalCents }: SheetBooking): boolean => finalCents !== null

const isGuaranteed = ({ deal }: SheetBooking): boolean => deal.isFeeGuaranteed && hasFixedAmount(deal)

const getUnpaidFixedCents = ({
  feeCents,
  cancelledCents,
  depositCents,
  releasedCents,
}: SheetBooking): number => Math.max((cancelledCents ?? feeCents ?? 0) - depositCents - releasedCents, 0)

/** The part of a guaranteed fee that the money of its event covers so far, without the deposit. */
export interface FeeCoverage {
  bookingId: string
  heldCents: number
  feeCents: number
}

/**
 * Returns the coverage of the guaranteed fees of an event. As in the settlement, a payment for a booking covers that booking first. The
 * rest covers the fees in the order of the bookings. Tax and processing fees are deducted before.
 */
export function calculateCoverage(
  { balanceCents, taxCents, paidInCents, paidInFeesCents, depositsCents }: Sheet,
  bookings: readonly SheetBooking[],
): FeeCoverage[] {
  const sentCents = bookings.reduce(
    (sum, { finalCents, depositCents }) => sum + (finalCents === null ? 0 : finalCents - depositCents),
    0,
  )
  let left = Math.max(balanceCents - taxCents + paidInCents - paidInFeesCents - depositsCents - sentCents, 0)
  const take = (wantedCents: number) => {
    const cents = Math.min(wantedCents, left)
    left -= cents
    return cents
  }
  const others = bookings.filter((booking) => !isFinal(booking))
  const fees = others.map((booking) => {
    const { cancelledCents, feeCents, depositCents, paidBalanceCents } = booking
    const dueCents = Math.max((cancelledCents ?? feeCents ?? 0) - depositCents, 0)
    return { booking, feeCents: dueCents, heldCents: take(Math.min(dueCents, paidBalanceCents)) }
  })
  return fees
    .filter(({ booking }) => isGuaranteed(booking) && booking.cancelledCents === null)
    .map(({ booking, feeCents, heldCents }) => ({
      bookingId: booking.id,
      heldCents: heldCents + take(feeCents - heldCents),
      feeCents,
    }))
}

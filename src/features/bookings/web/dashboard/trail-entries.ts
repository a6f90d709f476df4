import type { Currency } from '~/lib/currency'
import { formatMoney } from '~/lib/money'
import { formatShort, formatShortDay } from '~/lib/time'
import type { BookingDetail, BookingPerson, BookingStep } from '../../contract-shapes'
import { describeSameTerms, compareTerms, type Change, type StepTerms } from '../../rules/step-changes'

export type TrailEntry = {
  step: BookingStep
  title: string
  changes: Change[]
  note: string | null
}

/** Returns the steps newest first, each with the terms it changed. */
export function toTrailEntries(trail: readonly BookingStep[], currency: Currency): TrailEntry[] {
  const entries: TrailEntry[] = []
  let terms: StepTerms = {}
  let author: BookingPerson | null = null
  let isAgreed = false
  for (const step of trail.toSorted((a, b) => a.position - b.position)) {
    const { changes, same } = compareTerms(terms, step.kind === 'decline_fee' ? {} : step.terms, currency)
    const title = getStepTitle(step, author, isAgreed)
    const unchangedNote = step.kind === 'offer' && same.length > 0 ? describeSameTerms(same) : null
    entries.unshift({
      step,
      title,
      changes,
      note: notes[step.kind] ?? describePayment(step, currency) ?? unchangedNote,
    })
    if (step.kind !== 'propose_fee' && step.kind !== 'decline_fee') terms = { ...terms, ...step.terms }
    if (step.kind === 'request' || step.kind === 'offer') author = step.actor
    if (step.kind === 'accept') isAgreed = true
  }
  return entries
}

/** `$350.00 from Visa ending 0341.` */
function describePayment({ payment }: BookingStep, currency: Currency): string | null {
  if (payment === null) return null
  const { cents, method } = payment
  return `${formatMoney(cents, currency)}${method === null ? '' : ` from ${method}`}.`
}

const notes: Partial<Record<BookingStep['kind'], string>> = {
  accept: 'Both sides agreed to the same terms. The day is booked in both calendars.',
  expire: 'No one answered in time.',
  complete: 'The event is over. Each side can review the other.',
}

function getStepTitle(step: BookingStep, author: BookingPerson | null, isAgreed: boolean): string {
  if (step.kind === 'offer') return step.actor?.id === author?.id ? 'Offer' : 'Counter-offer'
  if (step.kind === 'cancel') return isAgreed ? 'Canceled' : 'Withdrawn'
  if (step.kind === 'pay')
    return step.payment?.purpose === 'balance' ? 'Paid towards the fee' : 'Deposit paid'
  return titles[step.kind]
}

const titles = {
  request: 'Request',
  accept: 'Agreed',
  decline: 'Declined',
  complete: 'Played',
  expire: 'Expired',
  propose_fee: 'Lower fee suggested',
  accept_fee: 'Lower fee agreed',
  decline_fee: 'Lower fee declined',
} as const

/** The parts of a booking that the sheet shows, to both sides and to admins. */
export type Agreement = Pick<
  BookingDetail,
  'status' | 'number' | 'title' | 'terms' | 'trail' | 'client' | 'dj' | 'cancelReason' | 'currency'
>

export type Signature = { person: BookingPerson | null; text: string }

/**
 * Returns both names and when each agreed to the current terms, the author of the terms first. An agreement to earlier
 * terms doesn't count.
 */
export function listSignatures(booking: Agreement): Signature[] {
  const steps = booking.trail.toSorted((a, b) => b.position - a.position)
  const written = steps.find(({ kind }) => kind === 'offer' || kind === 'request')
  const accepted = steps.find(
    ({ kind, position }) => kind === 'accept' && position > (written?.position ?? 0),
  )
  const isWriterDj = written?.actor ? written.actor.id === booking.dj?.id : booking.dj === null
  const [writer, reader] = isWriterDj ? [booking.dj, booking.client] : [booking.client, booking.dj]
  const { timezone } = booking.terms
  const unsigned = booking.status === 'pending' ? 'not yet' : 'didn’t agree'
  return [
    { person: writer, text: written ? describeSigning(written.at, timezone, accepted !== undefined) : '' },
    { person: reader, text: accepted ? describeSigning(accepted.at, timezone, true) : unsigned },
  ]
}

/** `18 Nov, 14:02` for an agreement, `offered 20 Nov` for terms that need an answer. */
function describeSigning(at: string, timezone: string, isAgreed: boolean): string {
  return isAgreed ? formatShort(at, timezone).slice(4) : `offered ${formatShortDay(at, timezone).slice(4)}`
}

export function getStampText(booking: Agreement): string {
  if (booking.status === 'confirmed') return 'Agreed'
  if (booking.status === 'completed') return 'Played'
  const last = booking.trail.toSorted((a, b) => b.position - a.position)[0]
  if (last?.kind === 'decline') return 'Declined'
  if (last?.kind === 'expire') return 'Expired'
  return booking.trail.some(({ kind }) => kind === 'accept') ? 'Canceled' : 'Withdrawn'
}

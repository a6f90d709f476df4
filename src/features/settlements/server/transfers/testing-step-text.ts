import type { History, Step } from './testing-steps'

const formatPerson = (index: number) => (index === 0 ? 'the organizer' : `DJ ${index}`)
const formatCents = (cents: number) => `${cents} cents`

/** Describes a history in lines of plain text. */
export function describeHistory({ prices, deals, connected, steps }: History): string {
  return [
    `Tickets cost ${prices.join(' and ')} cents.`,
    ...deals.map(({ feeCents, depositCents, deal: { kind, basisPoints, costs, isFeeGuaranteed } }, index) => {
      const terms = [
        kind,
        feeCents === null ? '' : `${isFeeGuaranteed ? 'guaranteed ' : ''}${formatCents(feeCents)}`,
        depositCents === null ? '' : `a deposit of ${formatCents(depositCents)}`,
        basisPoints === null ? '' : `${basisPoints / 100}%`,
        costs.length === 0 ? '' : `costs ${costs.map(({ cents }) => cents).join(' and ')}`,
      ]
      return `${formatPerson(index + 1)}: ${terms.filter(Boolean).join(', ')}`
    }),
    `Connected: ${connected.flatMap((is, index) => (is && index <= deals.length ? [formatPerson(index)] : [])).join(', ') || 'no one'}`,
    ...steps.map((step, index) => `${index + 1}. ${describeStep(step, deals.length + 1)}`),
  ].join('\n')
}

function describeStep(step: Step, people: number): string {
  const booking = 'n' in step ? `the booking of DJ ${(step.n % (people - 1)) + 1}` : ''
  const row = 'n' in step ? `no. ${step.n}` : ''
  const actor = 'person' in step ? formatPerson(step.person % people) : ''
  switch (step.kind) {
    case 'sell':
      return `sell ${step.quantities.join(' and ')} tickets${step.isByCard ? ' by card' : ''}${step.isPosted ? '' : ', not posted yet'}`
    case 'refund':
      return `refund ${step.scope} ${row}`
    case 'settle refund':
      return `the bank ${step.bank} refund ${row}`
    case 'fee':
      return `the provider takes a fee of ${formatCents(step.cents)} of payment ${row}`
    case 'open dispute':
      return `the bank of payment ${row} opens a dispute${step.isPart ? ' about half of it' : ''}`
    case 'close dispute':
      return `dispute ${row} is ${step.outcome}`
    case 'pass time':
      return `${step.hours} hours since the event`
    case 'question':
      return `${actor} questions figure ${row}, expects ${step.expectedCents ?? 'nothing'}`
    case 'resolve':
      return `question ${row} is ${step.resolution}`
    case 'accept':
      return `${actor} accepts${step.isStale ? ' the figures before the last change' : ''}`
    case 'close':
      return `an admin closes${step.isStale ? ' with the figures before the last change' : ''}`
    case 'send':
      return `the job sends transfers, and the provider ${step.replies.join(', ')}`
    case 'release':
    case 'adjust':
      return `the job to ${step.kind} runs`
    case 'pay':
      return `${step.isPart ? 'a part of ' : ''}the ${step.purpose} is paid for ${booking}${step.isLate ? ', but not approved yet' : ''}`
    case 'approve':
      return `the bank approves the payment of a booking, ${step.payment} before the latest`
    case 'cancel booking':
      return `${step.isByDj ? 'the DJ' : 'the organizer'} cancels ${booking} ${step.daysBefore} days before it`
    case 'cancel event':
      return 'the organizer cancels the event'
    case 'return deposits':
      return 'the job to return deposits runs'
    case 'scan':
      return 'a ticket is scanned'
    case 'accept all':
      return 'everyone accepts'
    case 'insert transfer':
      return `a transfer to ${actor} is inserted without evidence`
    default:
      return `${actor}: ${step.kind}`
  }
}

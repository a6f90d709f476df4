interface DisputeReason {
  /** A clause that follows “The bank says that”. */
  clause: string
  label: string
}

const UNKNOWN: DisputeReason = { clause: 'the buyer wants the payment back', label: 'Other' }

// The provider's reason codes, which are those of the card networks.
const REASONS: Readonly<Record<string, DisputeReason>> = {
  fraudulent: { clause: 'the buyer doesn’t recognize the payment', label: 'Not recognized' },
  unrecognized: { clause: 'the buyer doesn’t recognize the payment', label: 'Not recognized' },
  duplicate: { clause: 'the buyer was charged twice', label: 'Charged twice' },
  product_not_received: { clause: 'the buyer didn’t get the tickets', label: 'Not received' },
  product_unacceptable: {
    clause: 'the event was not what the buyer was promised',
    label: 'Not as promised',
  },
  credit_not_processed: { clause: 'the buyer didn’t get a refund', label: 'Refund not received' },
}

/** Describes the provider's code of a dispute. */
export function describeDisputeReason(code: string): DisputeReason {
  return (Object.hasOwn(REASONS, code) ? REASONS[code] : undefined) ?? UNKNOWN
}

/** The longest note of an organizer to the bank. */
export const MAX_NOTE_LENGTH = 2000

interface DisputeReason {
  /** The buyer's reason, as a clause that follows “The bank says that”. */
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

/** Describes the reason for a dispute, given the provider's code. */
export function describeDisputeReason(code: string): DisputeReason {
  return (Object.hasOwn(REASONS, code) ? REASONS[code] : undefined) ?? UNKNOWN
}

/** The maximum length of an organizer's note to the bank, in characters. */
export const MAX_NOTE_LENGTH = 2000

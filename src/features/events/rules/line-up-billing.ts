/** Size of a name on the line-up, largest first. */
export const BILLINGS = ['headline', 'special_guest', 'support', 'opening'] as const
export type Billing = (typeof BILLINGS)[number]

const labels: Record<Billing, string> = {
  headline: 'Headline',
  special_guest: 'Special guest',
  support: 'Support',
  opening: 'Opening',
}

export function formatBilling(billing: Billing): string {
  return labels[billing]
}

import type { PaymentPort } from './port'

/** No provider is configured: free tickets only, and 'Checkout coming soon!' for all others. */
export function createNoPayments(): PaymentPort {
  const refuse = async (): Promise<never> => {
    throw new Error('No payment provider is configured (PAYMENTS=none)')
  }
  return {
    provider: 'none',
    start: refuse,
    resume: async () => undefined,
    listApproved: async () => [],
    acknowledge: async () => undefined,
    refund: refuse,
  }
}

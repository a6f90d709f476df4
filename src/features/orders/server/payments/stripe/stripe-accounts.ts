import type { Stripe } from 'stripe'
import type { ProviderAccount } from '~/features/payees/server/public'

export function toProviderAccount(account: Stripe.Account): ProviderAccount {
  return { status: toStatus(account), bank: toBank(account), requirements: listRequirements(account) }
}

function toStatus(account: Stripe.Account): ProviderAccount['status'] {
  const { payouts_enabled: arePayoutsEnabled, capabilities, requirements } = account
  const isOverdue = (requirements?.past_due ?? []).length > 0
  if (arePayoutsEnabled && capabilities?.transfers === 'active' && !isOverdue) return 'connected'
  const isDisabled = isOverdue || (requirements?.disabled_reason ?? null) !== null
  // Stripe also disables a new account and lists all that it needs as past due. So an account is only restricted once
  // its details were submitted.
  return account.details_submitted && isDisabled ? 'restricted' : 'in_progress'
}

function toBank({ external_accounts: accounts }: Stripe.Account): ProviderAccount['bank'] {
  const found = accounts?.data.find(({ default_for_currency: isDefault }) => isDefault) ?? accounts?.data[0]
  if (found === undefined) return null
  return {
    name: found.object === 'bank_account' ? found.bank_name : found.brand,
    last4: found.last4,
    country: found.country ?? null,
    currency: found.currency?.toUpperCase() ?? null,
  }
}

/**
 * Lists the requirements that are due now or at a known date. Leaves out those that are eventually due: the setup
 * already collects them, and Stripe sets a date once the account has received enough money.
 */
function listRequirements({
  requirements: now,
  future_requirements: future,
}: Stripe.Account): ProviderAccount['requirements'] {
  const current = new Set([...(now?.past_due ?? []), ...(now?.currently_due ?? [])])
  const later = typeof future?.current_deadline === 'number' ? (future.currently_due ?? []) : []
  return [
    ...[...current].map((code) => ({ code, dueAt: toDate(now?.current_deadline) })),
    ...later
      .filter((code) => !current.has(code))
      .map((code) => ({ code, dueAt: toDate(future?.current_deadline) })),
  ]
}

const toDate = (seconds: number | null | undefined) =>
  typeof seconds === 'number' ? new Date(seconds * 1000) : null

import type { Stripe } from 'stripe'

/** How far the person got on Stripe's setup pages, and Stripe's decision about the account. */
export type AccountSetup = 'unfinished' | 'complete' | 'under_review' | 'tax_number_overdue'

interface NewAccount {
  id: string
  created: number
  metadata: Stripe.Metadata
}

/** Returns an account like an Express one, before its person has opened the setup. */
export function createAccountShape(given: NewAccount): Stripe.Account {
  return {
    ...given,
    object: 'account',
    business_type: null,
    capabilities: { transfers: 'inactive' },
    charges_enabled: false,
    controller: {
      type: 'application',
      is_controller: true,
      fees: { payer: 'application' },
      losses: { payments: 'application' },
      requirement_collection: 'stripe',
      stripe_dashboard: { type: 'express' },
    },
    country: 'US',
    default_currency: 'usd',
    details_submitted: false,
    email: null,
    external_accounts: {
      object: 'list',
      data: [],
      has_more: false,
      url: `/v1/accounts/${given.id}/external_accounts`,
    },
    future_requirements: createRequirements(),
    payouts_enabled: false,
    requirements: createMissingRequirements(),
    settings: null,
    type: 'express',
  }
}

/**
 * Returns the fields of an account after this setup. Every setup except an unfinished one adds a bank account. `now`
 * is in seconds.
 */
export function toSetup(setup: AccountSetup, { id }: Stripe.Account, now: number): Partial<Stripe.Account> {
  if (setup === 'unfinished')
    return {
      details_submitted: false,
      payouts_enabled: false,
      capabilities: { transfers: 'inactive' },
      requirements: createMissingRequirements(),
    }
  const isComplete = setup === 'complete'
  return {
    details_submitted: true,
    payouts_enabled: isComplete,
    capabilities: { transfers: isComplete ? 'active' : 'inactive' },
    requirements: requirementsBySetup[setup](now),
    external_accounts: {
      object: 'list',
      data: [createBankAccount(id)],
      has_more: false,
      url: `/v1/accounts/${id}/external_accounts`,
    },
  }
}

const requirementsBySetup = {
  complete: () => createRequirements(),
  under_review: () =>
    createRequirements({
      disabled_reason: 'requirements.pending_verification',
      pending_verification: ['individual.verification.document'],
    }),
  tax_number_overdue: (now: number) =>
    createRequirements({
      current_deadline: now - 86_400,
      currently_due: ['individual.id_number'],
      eventually_due: ['individual.id_number'],
      past_due: ['individual.id_number'],
      disabled_reason: 'requirements.past_due',
    }),
}

/** A new account is disabled, and everything that it needs counts as past due. */
function createMissingRequirements(): Stripe.Account.Requirements {
  const due = ['external_account', 'individual.first_name', 'tos_acceptance.date']
  return createRequirements({
    currently_due: due,
    eventually_due: [...due, 'individual.id_number'],
    past_due: due,
    disabled_reason: 'requirements.past_due',
  })
}

function createRequirements(given: Partial<Stripe.Account.Requirements> = {}): Stripe.Account.Requirements {
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: [],
    disabled_reason: null,
    errors: [],
    eventually_due: [],
    past_due: [],
    pending_verification: [],
    ...given,
  }
}

function createBankAccount(account: string): Stripe.BankAccount {
  return {
    id: `ba_${account.slice('acct_'.length)}`,
    object: 'bank_account',
    account,
    account_holder_name: 'Jane Austen',
    account_holder_type: 'individual',
    account_type: null,
    bank_name: 'STRIPE TEST BANK',
    country: 'US',
    currency: 'usd',
    customer: null,
    default_for_currency: true,
    fingerprint: null,
    last4: '6789',
    metadata: {},
    routing_number: '110000000',
    status: 'new',
  }
}

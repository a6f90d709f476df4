import type { z } from 'zod'
import type { Database } from '~/database/connect'
import type { sandboxSetup } from '../contract'
import type { PayeePort, ProviderAccount } from './payee-port'

type Setup = z.output<typeof sandboxSetup>

const ACCOUNT = /^sbx_payee_[0-9a-f]{32}$/

export function isSandboxAccount(accountId: string): boolean {
  return ACCOUNT.test(accountId)
}

/**
 * Creates a provider for demos and tests, with a page at /payouts/sandbox/{account}. The sandbox asks for no data and
 * moves no money.
 */
export function createSandboxPayees(db: Database): PayeePort {
  return {
    provider: 'sandbox',
    createAccount: async (key) => `sbx_payee_${key.replaceAll('-', '')}`,
    createOnboardingLink: async (accountId, { eventId }) =>
      `/payouts/sandbox/${accountId}${eventId === undefined ? '' : `?event=${eventId}`}`,
    async readAccount(accountId) {
      const row = await db
        .selectFrom('sandbox_payees')
        .select(['setup', 'chosen_at as chosenAt'])
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return toAccount((row?.setup ?? 'unfinished') as Setup, row?.chosenAt ?? null)
    },
    async disconnect(accountId) {
      await db.deleteFrom('sandbox_payees').where('account_id', '=', accountId).execute()
    },
    // Nothing to do, because no money moves. The row in transfers is the only record.
    transfer: async ({ transferId }) => `sbx_transfer_${transferId}`,
    reverse: async ({ reversalId }) => `sbx_reversal_${reversalId}`,
  }
}

const bank = { name: 'Sandbox Bank', last4: '3000', country: 'DE', currency: 'EUR' }

function toAccount(setup: Setup, chosenAt: Date | null): ProviderAccount {
  if (setup === 'complete') return { status: 'connected', bank, requirements: [] }
  if (setup === 'tax_number_needed')
    return { status: 'restricted', bank, requirements: [{ code: 'individual.id_number', dueAt: chosenAt }] }
  const codes = ['individual.verification.document', 'external_account']
  return { status: 'in_progress', bank: null, requirements: codes.map((code) => ({ code, dueAt: null })) }
}

import type { Payee } from '../contract'
import type { ReturnPlace } from '../rules/return-path'

/** An account as its provider reports it. */
export interface ProviderAccount {
  status: Payee['status']
  /** Null until the person has added one. */
  bank: Payee['bank']
  /** Codes of the provider. Without a date, a requirement is needed now. */
  requirements: readonly { code: string; dueAt: Date | null }[]
}

/** A payment provider that pays people out. It has its own pages for identity and bank details. */
export interface PayeePort {
  provider: 'sandbox' | 'stripe'
  /** Creates an account and returns its id. The same key returns the same account. */
  createAccount(key: string): Promise<string>
  /**
   * Returns the address of the page where the person sets up or changes the account. It leads back to the path of
   * `getReturnPath`.
   */
  createOnboardingLink(accountId: string, place: ReturnPlace): Promise<string>
  readAccount(accountId: string): Promise<ProviderAccount>
  /** Closes the account; a no-op if it is closed already. */
  disconnect(accountId: string): Promise<void>
}

import type { Payee } from '../contract'
import type { ReturnPlace } from '../rules/return-path'

/** The account can't receive a transfer: its setup is unfinished, it is restricted, or it is closed. */
export class PayeeNotReadyError extends Error {
  override name = 'PayeeNotReadyError'
}

/** The account no longer exists at the provider. */
export class AccountClosedError extends Error {
  override name = 'AccountClosedError'
}

/** The provider doesn't close the account now, such as while it has a balance. */
export class AccountInUseError extends Error {
  override name = 'AccountInUseError'
}

/** The provider creates no accounts for this site. The cause has the reason, for the operator. The key can't be used again. */
export class PayoutsNotEnabledError extends Error {
  override name = 'PayoutsNotEnabledError'
}

/** An account as its provider reports it. */
export interface ProviderAccount {
  status: Payee['status']
  /** Null until the person has added one. */
  bank: Payee['bank']
  /** Codes of the provider. Without a date, a requirement is needed now. */
  requirements: readonly { code: string; dueAt: Date | null }[]
}

/** From the balance of the platform to an account. `transferId` is ours: the id of the row. */
export interface TransferRequest {
  transferId: string
  accountId: string
  amountCents: number
  /** ISO 4217, in upper case. */
  currency: string
  /** Whether it was requested before: the provider recognizes a repeated id for a day only, so it is looked for first. */
  isRepeat: boolean
}

/** A transfer, or a part of one, back to the balance of the platform. `reversalId` is ours. */
export interface ReversalRequest {
  reversalId: string
  /** What `transfer` returned. */
  transferReference: string
  amountCents: number
  /** As in `TransferRequest`. */
  isRepeat: boolean
}

/**
 * A payment provider that pays people out. It has its own pages for identity and bank details. Each call has a deadline;
 * one that failed with ProviderUnavailableError may still have had its effect.
 */
export interface PayeePort {
  provider: 'sandbox' | 'stripe'
  /**
   * Creates a person's account and returns its id. The same key returns the same account.
   * @throws PayoutsNotEnabledError
   */
  createAccount(key: string, userId: string): Promise<string>
  /**
   * Returns the address of the page where the person sets up or changes the account. A setup leads back to the path of
   * `getReturnPath`.
   * @throws AccountClosedError
   */
  createOnboardingLink(accountId: string, place: ReturnPlace): Promise<string>
  /** @throws AccountClosedError */
  readAccount(accountId: string): Promise<ProviderAccount>
  /**
   * Closes the account; a no-op if it is closed already.
   * @throws AccountInUseError
   */
  disconnect(accountId: string): Promise<void>
  /**
   * Transfers an amount and returns the provider's reference. Happens once, however often it is repeated.
   * @throws LowBalanceError, PayeeNotReadyError
   */
  transfer(transfer: TransferRequest): Promise<string>
  /**
   * Reverses a transfer, or a part of it, and returns the provider's reference. Happens once, like a transfer.
   * @throws LowBalanceError if the account's balance doesn't cover it, PayeeNotReadyError
   */
  reverse(reversal: ReversalRequest): Promise<string>
}

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

/** The provider refuses to close the account now, for example because it has a balance. */
export class AccountInUseError extends Error {
  override name = 'AccountInUseError'
}

/**
 * The provider creates no accounts for this site. The error's cause tells the operator why. The creation key can't be
 * used again.
 */
export class PayoutsNotEnabledError extends Error {
  override name = 'PayoutsNotEnabledError'
}

/** An account as its provider reports it. */
export interface ProviderAccount {
  status: Payee['status']
  /** The bank account; null until the person has added one. */
  bank: Payee['bank']
  /** Requirements as codes of the provider. A requirement without a date must be met now. */
  requirements: readonly { code: string; dueAt: Date | null }[]
}

/** A transfer from the balance of the platform to an account. `transferId` is the id of our row in transfers. */
export interface TransferRequest {
  transferId: string
  accountId: string
  amountCents: number
  /** ISO 4217, in upper case. */
  currency: string
  /**
   * Whether the transfer was requested before. The provider recognizes a repeated id for only a day, so a repeat
   * first looks for the earlier transfer.
   */
  isRepeat: boolean
}

/**
 * Moves a transfer, or a part of it, back to the balance of the platform. `reversalId` is the id of our row in
 * transfers.
 */
export interface ReversalRequest {
  reversalId: string
  /** The reference that `transfer` returned. */
  transferReference: string
  amountCents: number
  /** Whether the reversal was requested before, as in `TransferRequest`. */
  isRepeat: boolean
}

/**
 * A payment provider that pays people out. It has its own pages for identity and bank details. Each call has a
 * deadline. A call that failed with ProviderUnavailableError may still have had its effect.
 */
export interface PayeePort {
  provider: 'sandbox' | 'stripe'
  /**
   * Creates a person's account and returns its id. The same key returns the same account.
   * @throws PayoutsNotEnabledError
   */
  createAccount(key: string, userId: string): Promise<string>
  /**
   * Returns the address of the page where the person sets up or changes the account. After the setup, the provider
   * leads back to the path of `getReturnPath`.
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
   * Transfers an amount and returns the provider's reference. Repeating the call doesn't transfer again.
   * @throws LowBalanceError, PayeeNotReadyError
   */
  transfer(transfer: TransferRequest): Promise<string>
  /**
   * Reverses a transfer, or a part of it, and returns the provider's reference. Repeating the call doesn't reverse
   * again.
   * @throws LowBalanceError if the account's balance doesn't cover it, PayeeNotReadyError
   */
  reverse(reversal: ReversalRequest): Promise<string>
}

import type { Transaction } from '~/database/connect'
import type { InvalidLinkReason } from '../../contract-shapes'
import { CODE_TRIES } from '../../rules/max-code-attempts'
import { hashToken } from './random-token'

export type TokenPurpose =
  | 'verify_email'
  | 'recover'
  | 'sign_in'
  | 'email_change_current'
  | 'email_change_new'
  | 'verify_phone'
  | 'phone_sign_in'
  | 'phone_change'
  | 'reauthenticate'
  | 'invite'

const minutes = 60 * 1000
const hours = 60 * minutes
/** How long a token is valid, in milliseconds. */
export const TOKEN_LIFE_MS: Record<TokenPurpose, number> = {
  verify_email: 24 * hours,
  recover: hours,
  sign_in: 10 * minutes,
  email_change_current: 24 * hours,
  email_change_new: 24 * hours,
  verify_phone: 10 * minutes,
  phone_sign_in: 10 * minutes,
  phone_change: 10 * minutes,
  reauthenticate: 10 * minutes,
  invite: 7 * 24 * hours,
}

/**
 * Purposes of an email or phone that an account has requested but not confirmed. Several accounts can request the
 * same one, so each may have an open token for it.
 */
export const WISHES = new Set<TokenPurpose>(['email_change_current', 'email_change_new', 'phone_change'])

/** Returns recipient, time and account of a token, for the page of an expired link. */
export async function findToken(
  db: Pick<Transaction, 'selectFrom'>,
  token: string,
  purposes: readonly TokenPurpose[],
) {
  const found = await db
    .selectFrom('one_time_tokens as t')
    .leftJoin('accounts as a', 'a.id', 't.user_id')
    .select(['t.user_id', 't.purpose', 't.sent_to', 't.payload', 't.created_at', 't.used_at', 't.expires_at'])
    .select(['a.email', 'a.email_verified_at'])
    // A token is replaced as soon as a newer email is sent.
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('one_time_tokens as newer')
            .select('newer.token_hash')
            .whereRef('newer.sent_to', '=', 't.sent_to')
            .whereRef('newer.purpose', '=', 't.purpose')
            .whereRef('newer.created_at', '=', 't.used_at')
            .whereRef('newer.token_hash', '!=', 't.token_hash'),
        )
        .as('is_replaced'),
    )
    .where('token_hash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .executeTakeFirst()
  return found && { ...found, is_replaced: Boolean(found.is_replaced) }
}

/** Returns why the link is invalid; null while it is valid. */
export function findInvalidReason(
  found: { used_at: Date | null; expires_at: Date; is_replaced: boolean },
  now: Date,
): InvalidLinkReason | null {
  if (found.is_replaced) return 'replaced'
  if (found.used_at !== null) return 'used'
  return found.expires_at > now ? null : 'expired'
}

/** Returns whether wrong guesses have used up the latest code. */
export async function isCodeSpent(
  db: Pick<Transaction, 'selectFrom'>,
  { sentTo, purpose, now }: { sentTo: string; purpose: TokenPurpose; now: Date },
): Promise<boolean> {
  const spent = await db
    .selectFrom('one_time_tokens')
    .select('token_hash')
    .where('sent_to', '=', sentTo)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('attempts', '>=', CODE_TRIES)
    .executeTakeFirst()
  return spent !== undefined
}

/** Invalidates the open links and codes of an account: those with these purposes, or without `purposes` all of them. */
export async function invalidateTokens(
  trx: Pick<Transaction, 'updateTable'>,
  { userId, purposes, now }: { userId: string; purposes?: readonly TokenPurpose[]; now: Date },
): Promise<void> {
  let open = trx
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
  if (purposes !== undefined) open = open.where('purpose', 'in', purposes)
  await open.execute()
}

import { randomInt } from 'node:crypto'
import type { Transaction } from '~/database/connect'
import { RECOVERY_CODES } from '../../rules/factor'
import type { IdentityContext } from '../context'
import { notifyOfChange } from '../email-and-sms/notify-of-change'
import { lockOwnAccount, isAssured, type Holder } from '../sessions/lock-account'
import { listShortCodeHashes, hashShortCode } from '../tokens/codes'
import { consumeBudget } from '../limits/action-limits'

// Crockford's base32: no letter can be mistaken for a digit. Twelve characters are 60 bits.
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 12

function generateRecoveryCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** Normalizes a typed code: ignores case, spaces and hyphens, and replaces letters that look like digits. */
function parseRecoveryCode(text: string): string {
  return text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
}

/**
 * Returns the hashes under which the code may be stored, one with SECRET and one with the previous SECRET, if set.
 */
export function listRecoveryCodeHashes(
  code: string,
  { secret, userId }: { secret: string; userId: string },
): Buffer[] {
  return listShortCodeHashes(parseRecoveryCode(code), { secret, purpose: 'recovery code', of: userId })
}

/** Replaces the codes of an account with ten new ones. They can't be read again. */
export async function issueRecoveryCodes(
  trx: Transaction,
  { userId, secret, now }: { userId: string; secret: string; now: Date },
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, generateRecoveryCode)
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await trx
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        code_hash: hashShortCode(parseRecoveryCode(code), { secret, purpose: 'recovery code', of: userId }),
        user_id: userId,
        created_at: now,
      })),
    )
    .execute()
  return codes
}

export async function countRecoveryCodes(
  db: Pick<Transaction, 'selectFrom'>,
  userId: string,
): Promise<{ left: number; madeAt: Date | null }> {
  return db
    .selectFrom('recovery_codes')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('used_at', 'is', null).as('left'),
      eb.fn.max('created_at').as('madeAt'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
}

/**
 * Replaces the recovery codes of an account with two-step verification, and emails the owner. The session must have
 * passed it.
 * @throws TOO_MANY_REQUESTS
 */
export async function renewRecoveryCodes(
  context: IdentityContext,
  holder: Holder,
): Promise<string[] | 'no_factor' | 'ended'> {
  await consumeBudget(context.limits, 'recovery_codes_account', holder.userId)
  const now = context.now()
  const outcome = await context.db.transaction().execute(async (trx) => {
    const held = await lockOwnAccount(trx, holder, now)
    if (held === undefined || !isAssured(held)) return 'ended'
    if (!held.hasSecondFactor) return 'no_factor'
    await notifyOfChange(trx, context, { userId: holder.userId, kind: 'recovery_codes_renewed' })
    return issueRecoveryCodes(trx, { userId: holder.userId, secret: context.secret, now })
  })
  if (typeof outcome !== 'string') context.live.publish([holder.userId], ['identity'])
  return outcome
}

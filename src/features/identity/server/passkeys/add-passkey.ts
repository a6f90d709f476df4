import type { Transaction } from '~/database/connect'
import { PASSKEYS_MAX } from '../../rules/factor'
import { findBrowserName } from '~/lib/format-browser'
import { createPasskeyName } from '../../rules/passkey-name'
import type { IdentityContext } from '../context'
import { lockOwnAccount, type OwnSession, findSignInMethodProblem } from '../sessions/lock-account'
import { notifyOfChange } from '../email-and-sms/notify-of-change'
import { buildCreationOptions, type RegistrationResponse, verifyCreation } from './webauthn'
import { createChallenge, type Question, consumeChallenge } from './challenges'
import { getRelyingParty } from './relying-party'
import { type Passkey, toPasskey } from './own-passkeys'
import { consumeBudget } from '../limits/action-limits'

type AddPasskeyError = 'too_many' | 'unassured' | 'unverified' | 'ended'

/** Returns the options for creating a passkey in the browser. */
export async function startAddingPasskey(
  context: IdentityContext,
  holder: OwnSession,
): Promise<(Question & { options: Awaited<ReturnType<typeof buildCreationOptions>> }) | AddPasskeyError> {
  const { db, config, limits, settings } = context
  await consumeBudget(limits, 'passkey_account', holder.userId)
  const now = context.now()
  const outcome = await db.transaction().execute(async (trx) => {
    const held = await lockOwnAccount(trx, holder, now)
    if (held === undefined) return 'ended'
    const error = findSignInMethodProblem(held)
    if (error) return error
    const keys = await listKeys(trx, held.userId)
    if (keys.length >= PASSKEYS_MAX) return 'too_many'
    const question = await createChallenge(trx, { purpose: 'passkey_create', userId: held.userId, now })
    return { question, keys, person: await findPerson(trx, held.userId) }
  })
  if (typeof outcome === 'string') return outcome
  const { question, keys, person } = outcome
  const options = await buildCreationOptions('passkey', {
    party: getRelyingParty(config),
    siteName: (await settings.read()).name,
    challenge: question.challenge,
    person,
    keys,
  })
  return { ...question, options }
}

/** Adds the passkey that the browser created, and notifies the person. From then on it can be used to sign in. */
export async function addPasskey(
  context: IdentityContext,
  holder: OwnSession,
  given: { challengeId: string; response: RegistrationResponse; name?: string | undefined },
): Promise<Passkey | AddPasskeyError | 'over' | 'wrong' | 'exists'> {
  const { db, config } = context
  const now = context.now()
  const outcome = await db.transaction().execute(async (trx) => {
    const held = await lockOwnAccount(trx, holder, now)
    if (held === undefined) return 'ended'
    const error = findSignInMethodProblem(held)
    if (error) return error
    const { userId } = held
    const { challengeId, response } = given
    const question = await consumeChallenge(trx, { challengeId, purpose: 'passkey_create', userId, now })
    if (question === undefined) return 'over'
    const keys = await listKeys(trx, userId)
    if (keys.length >= PASSKEYS_MAX) return 'too_many'
    const made = await verifyCreation('passkey', {
      party: getRelyingParty(config),
      challengeHash: question.hash,
      response,
    })
    if (made === undefined) return 'wrong'
    const names = keys.map(({ friendly_name }) => friendly_name)
    const row = await trx
      .insertInto('passkeys')
      .values({
        user_id: userId,
        friendly_name:
          given.name ??
          createPasskeyName(made.aaguid, names, findBrowserName(context.requestHeaders.get('user-agent'))),
        credential_id: made.credentialId,
        public_key: made.publicKey,
        sign_count: made.signCount,
        transports: made.transports,
        is_backed_up: made.isBackedUp,
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) return 'exists'
    await notifyOfChange(trx, context, {
      userId,
      kind: 'passkey_added',
      details: { name: row.friendly_name },
    })
    return toPasskey(row)
  })
  if (typeof outcome !== 'string') context.live.publish([holder.userId], ['identity'])
  return outcome
}

function listKeys(trx: Transaction, userId: string) {
  return trx
    .selectFrom('passkeys')
    .select(['credential_id', 'transports', 'friendly_name'])
    .where('user_id', '=', userId)
    .execute()
}

async function findPerson(trx: Transaction, userId: string) {
  const row = await trx
    .selectFrom('accounts as a')
    .innerJoin('profiles as p', 'p.id', 'a.id')
    .select(['a.email', 'a.phone', 'p.full_name'])
    .where('a.id', '=', userId)
    .executeTakeFirstOrThrow()
  return { userId, name: row.email ?? row.phone ?? userId, displayName: row.full_name }
}

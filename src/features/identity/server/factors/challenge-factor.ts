import { isId, newId } from '~/lib/ids'
import type { FactorKind } from '../../rules/factor'
import type { IdentityContext } from '../context'
import { limitTextMessages } from '../limits/send-limits'
import { buildCreationOptions, generateChallenge, buildRequestOptions } from '../passkeys/webauthn'
import { getRelyingParty } from '../passkeys/relying-party'
import { lockOwnAccount, isAssured, type Holder } from '../sessions/lock-account'
import { hashShortCode, generateShortCode } from '../tokens/codes'
import { consumeBudget } from '../limits/action-limits'

const CHALLENGE_MS = 5 * 60 * 1000

export interface FactorChallenge {
  challengeId: string
  kind: FactorKind
  expiresAt: Date
  /** For a security key: the options for the browser to create or use it. */
  creation: Awaited<ReturnType<typeof buildCreationOptions>> | null
  request: Awaited<ReturnType<typeof buildRequestOptions>> | null
}

type ChallengeError = 'not_found' | 'unassured' | 'not_sent' | 'ended'

/**
 * Creates a challenge for a factor: valid for five minutes and five attempts. A phone gets a message with a six-digit
 * code. Challenging an unverified factor requires a session that has passed two-step verification.
 * @throws TOO_MANY_REQUESTS, also when the number got a message within the last minute
 */
export async function createFactorChallenge(
  context: IdentityContext,
  holder: Holder,
  { factorId, channel }: { factorId: string; channel: 'sms' | 'whatsapp' },
): Promise<FactorChallenge | ChallengeError> {
  const { db, limits, secret } = context
  if (!isId(factorId)) return 'not_found'
  await consumeBudget(limits, 'factor_challenge_pair', `${holder.userId} ${context.ip}`)
  const factor = await findFactor(context, holder, factorId)
  if (factor === undefined) return 'not_found'
  if (factor.phone !== null) {
    if (!context.sms.isOn) return 'not_sent'
    await limitTextMessages(context, factor.phone, {
      factorOf: factor.status === 'verified' ? holder.userId : undefined,
    })
  }
  const now = context.now()
  const challengeId = newId()
  const code = context.config.auth.testOtps[factor.phone ?? ''] ?? generateShortCode()
  const { challenge, hash } = generateChallenge()
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS)
  const error = await db.transaction().execute(async (trx): Promise<ChallengeError | undefined> => {
    const held = await lockOwnAccount(trx, holder, now)
    if (held === undefined) return 'ended'
    const challenged = await trx
      .updateTable('auth_factors')
      .set({ last_challenged_at: now })
      .where('id', '=', factorId)
      .where('user_id', '=', holder.userId)
      .returning('status')
      .executeTakeFirst()
    if (challenged === undefined) return 'not_found'
    if (challenged.status === 'unverified' && !isAssured(held)) return 'unassured'
    const codeHash = hashShortCode(code, { secret, purpose: 'factor code', of: challengeId })
    await trx
      .insertInto('auth_challenges')
      .values({
        id: challengeId,
        purpose: 'factor',
        user_id: holder.userId,
        factor_id: factorId,
        secret_hash: factor.kind === 'phone' ? codeHash : factor.kind === 'webauthn' ? hash : null,
        created_at: now,
        expires_at: expiresAt,
      })
      .execute()
    return undefined
  })
  if (error) return error
  const result = { challengeId, kind: factor.kind, expiresAt, creation: null, request: null }
  // Sent immediately instead of by a job: the person is waiting, and jobs store their payload in plain text.
  if (factor.phone !== null)
    return (await sendCode(context, { to: factor.phone, code, channel })) ? result : 'not_sent'
  if (factor.kind !== 'webauthn') return result
  const party = getRelyingParty(context.config)
  const siteName = (await context.settings.read()).name
  return factor.status === 'verified'
    ? {
        ...result,
        request: await buildRequestOptions('security key', { party, challenge, keys: factor.keys }),
      }
    : {
        ...result,
        creation: await buildCreationOptions('security key', {
          party,
          siteName,
          challenge,
          person: factor.person,
          keys: factor.others,
        }),
      }
}

async function findFactor({ db }: IdentityContext, { userId }: Holder, factorId: string) {
  const [factors, account] = await Promise.all([
    db
      .selectFrom('auth_factors')
      .select(['id', 'kind', 'status', 'phone', 'credential_id', 'transports'])
      .where('user_id', '=', userId)
      .execute(),
    db
      .selectFrom('accounts as a')
      .innerJoin('profiles as p', 'p.id', 'a.id')
      .select(['a.email', 'a.phone', 'p.full_name'])
      .where('a.id', '=', userId)
      .executeTakeFirst(),
  ])
  const factor = factors.find(({ id }) => id === factorId)
  if (factor === undefined || account === undefined) return undefined
  const toKeys = ({ credential_id, transports }: (typeof factors)[number]) =>
    credential_id === null ? [] : [{ credential_id, transports }]
  return {
    ...factor,
    kind: factor.kind as FactorKind,
    keys: toKeys(factor),
    others: factors.flatMap(toKeys),
    person: { userId, name: account.email ?? account.phone ?? userId, displayName: account.full_name },
  }
}

async function sendCode(
  { sms, log, config, settings }: IdentityContext,
  { to, code, channel }: { to: string; code: string; channel: 'sms' | 'whatsapp' },
): Promise<boolean> {
  const { name } = await settings.read()
  // With the host in the last line, phones offer to autofill the code on our own pages only.
  const text = `${code} is your ${name} code. It works for 5 minutes.\n\n@${new URL(config.publicUrl).hostname} #${code}`
  try {
    await sms.send({ to, text, channel, code })
    return true
  } catch (error) {
    log.error({ err: error }, 'could not send a code for two-step verification')
    return false
  }
}

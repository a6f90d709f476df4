import { signedIn } from '~/platform/rpc/context'
import { needCaptcha } from '../captcha/check-captcha'
import { enter, meOf } from '../sessions/enter'
import { refusalOf } from '../sessions/suspension'
import { findCallers } from '../sessions/find-callers'
import { calls } from '../implementer'
import { endAt } from './end-at'
import { enterByProof } from './enter-by-proof'
import { endOf, findToken, isCodeSpent } from '../tokens/find-token'
import { renewLink } from './renew-link'
import { sendSignIn } from './send-sign-in'
import { purposesOf } from './verify-types'

export const codeCalls = {
  send: calls.codes.send.handler(async ({ context, input, errors }) => {
    await needCaptcha(context, errors, input.captcha)
    const who = input.email === undefined ? { phone: input.phone ?? '' } : { email: input.email }
    const outcome = await sendSignIn(context, { who, end: endAt(context, input.next), tellsNobody: true })
    if (outcome === 'no texts') throw errors.PHONES_OFF()
    return {}
  }),

  enter: calls.codes.enter.handler(async ({ context, input, errors }) => {
    const { code, next } = input
    const proof =
      input.email === undefined ? { code, phone: input.phone ?? '' } : { code, email: input.email }
    // Not the digits of a sign-up: the person who began it has its password, and would share the account.
    const purposes =
      input.email === undefined ? (['phone_sign_in'] as const) : (['sign_in', 'invite'] as const)
    const entered = await enterByProof(context, { proof, purposes, opens: 'session', isBrowser: true })
    if (entered.outcome === 'suspended')
      throw errors.ACCOUNT_SUSPENDED(await refusalOf(context, entered.suspended))
    if (entered.outcome !== 'session') throw errors.CODE_WRONG()
    return enter(context, entered.sessionId, next)
  }),

  open: calls.codes.open.handler(async ({ context, input, errors }) => {
    const { token, type, next } = input
    const entered = await enterByProof(context, {
      proof: { token },
      purposes: purposesOf(type) ?? [],
      // Confirming an email change doesn't start a session: the link may be opened in any browser.
      opens: type === 'email_change' ? 'nothing' : 'session',
      isBrowser: true,
    })
    const me = context.caller && meOf(context.caller)
    switch (entered.outcome) {
      case 'session': {
        const signedIn = await enter(context, entered.sessionId, next)
        return { outcome: 'signed_in' as const, ...signedIn, email: signedIn.me?.email ?? null }
      }
      case 'nothing': {
        const email = await findEmail(context, entered.userId)
        const own = me?.id === entered.userId ? { ...me, email } : me
        return { outcome: 'email_changed' as const, me: own, landingPath: '/', email }
      }
      case 'half':
        return { outcome: 'half_changed' as const, me, landingPath: '/', email: entered.missing }
      case 'taken':
        throw errors.EMAIL_TAKEN()
      case 'suspended':
        throw errors.ACCOUNT_SUSPENDED(await refusalOf(context, entered.suspended))
      default:
        throw errors.LINK_DEAD()
    }
  }),

  confirm: calls.codes.confirm.handler(async ({ context, input, errors }) => {
    const { id, email, sessionId } = signedIn(context)
    if (email === null) throw errors.CODE_WRONG()
    const entered = await enterByProof(context, {
      proof: { code: input.code, email },
      purposes: ['verify_email'],
      opens: 'nothing',
      isBrowser: true,
      inside: id,
    })
    if (entered.outcome !== 'nothing') {
      const about = { sentTo: email, purpose: 'verify_email', now: context.now() } as const
      throw (await isCodeSpent(context.db, about)) ? errors.CODE_SPENT() : errors.CODE_WRONG()
    }
    const found = await findCallers(context.db, [sessionId], context.now(), context.config.security)
    const caller = found.get(sessionId)?.caller
    return { me: caller === undefined ? null : meOf(caller) }
  }),

  inspect: calls.codes.inspect.handler(async ({ context, input }) => {
    await context.limits.consume('inspect_link_ip', context.ip, { points: 120, seconds: 600 })
    const found = await findToken(context.db, input.token, purposesOf(input.type) ?? [])
    if (found === undefined)
      return { state: 'unknown' as const, email: null, sentAt: null, why: null, change: null }
    const why = endOf(found, context.now())
    return {
      state: why === null ? ('open' as const) : ('dead' as const),
      why,
      change: why === null ? changeOf(found) : null,
      email: found.sent_to ?? found.email,
      sentAt: found.created_at.toISOString(),
    }
  }),

  renew: calls.codes.renew.handler(async ({ context, input, errors }) => {
    const email = await renewLink(context, input)
    if (email === undefined) throw errors.LINK_DEAD()
    return { email }
  }),
}

/** What an open link to change an email is about. An unverified email may be anyone's, and is not named. */
function changeOf(found: NonNullable<Awaited<ReturnType<typeof findToken>>>) {
  const { payload, email, email_verified_at: confirmedAt } = found
  if (!found.purpose.startsWith('email_change_')) return null
  const { next } = payload as { next?: unknown }
  if (typeof next !== 'string') return null
  return { from: confirmedAt === null ? null : email, to: next }
}

async function findEmail(
  { db }: Pick<Parameters<typeof enterByProof>[0], 'db'>,
  userId: string,
): Promise<string | null> {
  const account = await db.selectFrom('accounts').select('email').where('id', '=', userId).executeTakeFirst()
  return account?.email ?? null
}

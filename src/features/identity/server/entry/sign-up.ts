import { findInvitation, judgeCode, normaliseCode, tellOfUse } from '~/features/invitations/server/public'
import { isTooMany } from '~/platform/limits/limits'
import type { IdentityContext } from '../context'
import { createAccount } from '../accounts/create-account'
import { verifyEmailJob } from '../codes/jobs'
import { hashPassword } from '../passwords/password-hash'
import { limitMailTo } from '../limits/send-limits'
import { letIn, tellReplaced } from '../sessions/open-for'

type Refusal = 'taken' | 'invalid' | 'expired'

// Thrown through the transaction, so that it rolls back.
class Refused extends Error {
  readonly reason: Refusal
  constructor(reason: Refusal) {
    super(reason)
    this.reason = reason
  }
}

/**
 * Account, profile, role, use of the invitation, session and the order to send the mail: all of it or nothing. The session
 * that the browser came with ends, as it does at signing in. The mail counts as one that a stranger asked for: where an address had
 * all that it may be sent, the account begins without, and the mail is asked for from inside.
 * @throws PasswordQueueFull, TOO_MANY_REQUESTS
 */
export async function signUp(
  context: IdentityContext,
  input: {
    fullName: string
    email: string
    password: string
    code?: string | undefined
    metadata?: Readonly<Record<string, unknown>>
    /** The operator trusts addresses without a confirmation. */
    isConfirmed?: boolean
  },
): Promise<{ sessionId: string } | Refusal> {
  const { db, limits, jobs, ip } = context
  await limits.consume('sign_up_ip', ip, { points: 60, seconds: 3600 })
  const now = context.now()
  const code = normaliseCode(input.code ?? '') || undefined
  // A look before the costly hash, for the answer most mistakes deserve. What counts is decided in the transaction.
  if (code !== undefined) {
    const verdict = judgeCode(await findInvitation(db, code, now), now)
    if (verdict !== 'usable') return verdict
  }
  // By network too: nobody keeps somebody else from signing up. A code that is wrong counts for the network alone, see above.
  await limits.consume('sign_up_pair', `${input.email} ${ip}`, { points: 10, seconds: 900 })
  const passwordHash = await hashPassword(input.password)
  try {
    const opened = await db.transaction().execute(async (trx) => {
      const created = await createAccount(trx, {
        ...input,
        passwordHash,
        code,
        now,
        requestId: context.requestId,
      })
      if (typeof created === 'string') throw new Refused(created)
      const { userId } = created
      if (input.isConfirmed !== true && (await mayMail(context, input.email)))
        await jobs.enqueue(trx, verifyEmailJob, { userId })
      return { sessionId: await letIn(trx, context, { userId, method: 'password' }), userId }
    })
    tellReplaced(context)
    if (code !== undefined) await tellOfUse(context, opened.userId)
    return { sessionId: opened.sessionId }
  } catch (error) {
    if (error instanceof Refused) return error.reason
    throw error
  }
}

/** Not a refusal: otherwise anybody could keep somebody from signing up, by asking for mails to their address. */
async function mayMail(
  { limits, ip }: Pick<IdentityContext, 'limits' | 'ip'>,
  email: string,
): Promise<boolean> {
  try {
    await limits.consume('mail_ip', ip, { points: 60, seconds: 3600 })
    await limitMailTo({ limits }, 'verify', email)
    return true
  } catch (error) {
    if (isTooMany(error)) return false
    throw error
  }
}

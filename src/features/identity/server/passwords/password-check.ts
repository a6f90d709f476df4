import { createHash } from 'node:crypto'
import { findPasswordFault } from '../../rules/password'
import type { IdentityContext } from '../context'
import { isCommonPassword } from './common-passwords'

const API = 'https://api.pwnedpasswords.com'
const PATIENCE_MS = 2500

/** Why a new password is refused: too short or too long, or known to those who try lists of stolen ones. */
export type Weakness = 'length' | 'pwned'

/**
 * Looks at a new password before it is hashed; undefined when nothing is wrong with it. The most common ones are known here. Only
 * where the operator set it up is it looked up among all that were stolen, by the first five letters of its hash: who is asked learns neither the password nor its hash. When they do not
 * answer, a good password must not wait for them: it passes, and the log says so.
 */
export async function findWeakness(
  { config, log }: Pick<IdentityContext, 'config' | 'log'>,
  password: string,
): Promise<Weakness | undefined> {
  if (findPasswordFault(password) !== undefined) return 'length'
  if (await isCommonPassword(password)) return 'pwned'
  const { passwordCheck } = config.auth
  if (passwordCheck === undefined) return undefined
  try {
    return (await isStolen(password, passwordCheck.url ?? API)) ? 'pwned' : undefined
  } catch (error) {
    log.warn({ err: error }, 'a new password could not be looked up among stolen ones, and passed')
    return undefined
  }
}

/** Have I Been Pwned, the range search (v3): the rest of every hash that begins so, each with how often it was seen. */
async function isStolen(password: string, url: string): Promise<boolean> {
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  const answer = await fetch(`${url.replace(/\/$/, '')}/range/${hash.slice(0, 5)}`, {
    // Padded with made-up ones that were never seen, so that the length of the answer tells nothing either.
    headers: { 'add-padding': 'true', 'user-agent': 'back-to-back' },
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  if (!answer.ok) throw new Error(`the list of stolen passwords answers ${answer.status}`)
  const rest = hash.slice(5)
  return (await answer.text()).split('\n').some((line) => {
    const [suffix = '', count = '0'] = line.trim().split(':')
    return suffix.toUpperCase() === rest && Number(count) > 0
  })
}

import { createHash } from 'node:crypto'
import { findPasswordProblem, findUnmetRequirement } from '../../rules/password'
import { isPasswordFromName, type PasswordOwner } from '../../rules/password-from-name'
import type { IdentityContext } from '../context'
import { isCommonPassword } from './common-passwords'

const API = 'https://api.pwnedpasswords.com'
const PATIENCE_MS = 2500
const PRODUCT = 'Back to Back'

/** Why a new password is refused, under GoTrue's names; 'pwned' means that it is easy to guess. */
export type Weakness = 'length' | 'characters' | 'pwned'

/**
 * Checks a new password before it is hashed; undefined if it is acceptable. It must not be a name of the site or its
 * owner, nor a common password. If the operator configured a service, leaked passwords are refused, too. The service
 * gets only the first five characters of the hash. While the service does not respond, every password passes this
 * check, and a warning is logged.
 */
export async function findWeakness(
  { config, log, settings }: Pick<IdentityContext, 'config' | 'log' | 'settings'>,
  password: string,
  owner: PasswordOwner,
): Promise<Weakness | undefined> {
  if (findPasswordProblem(password) !== undefined) return 'length'
  const unmet = findUnmetRequirement(password, config.auth)
  if (unmet !== undefined) return unmet.kind
  const names = [PRODUCT, (await settings.read()).name]
  if (isPasswordFromName(password, { names, ...owner })) return 'pwned'
  if (await isCommonPassword(password)) return 'pwned'
  const { passwordCheck } = config.auth
  if (passwordCheck === undefined) return undefined
  try {
    return (await isLeakedPassword(password, passwordCheck.url ?? API)) ? 'pwned' : undefined
  } catch (error) {
    log.warn({ err: error }, 'could not check a new password against leaked passwords; accepted it')
    return undefined
  }
}

/** For a weak password, throws the error that our own pages expect. The pages check the length before submitting. */
export function createWeakPasswordError(
  { config }: Pick<IdentityContext, 'config'>,
  errors: { PASSWORD_LEAKED: (options?: { message: string }) => Error },
  { password, weakness }: { password: string; weakness: Weakness },
): never {
  const unmet = weakness === 'pwned' ? undefined : findUnmetRequirement(password, config.auth)
  throw errors.PASSWORD_LEAKED(unmet && { message: unmet.sentence })
}

/** Returns the names that this account's new password must not be. */
export async function findPasswordOwner(
  db: Pick<IdentityContext['db'], 'selectFrom'>,
  userId: string,
): Promise<PasswordOwner> {
  const owner = await db
    .selectFrom('accounts as a')
    .innerJoin('profiles as p', 'p.id', 'a.id')
    .select(['a.email', 'p.full_name as fullName'])
    .where('a.id', '=', userId)
    .executeTakeFirst()
  return owner ?? {}
}

/**
 * Queries Have I Been Pwned (range search, v3): it returns the rest of every hash with this prefix, and how often each
 * was seen.
 */
async function isLeakedPassword(password: string, url: string): Promise<boolean> {
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  const response = await fetch(`${url.replace(/\/$/, '')}/range/${hash.slice(0, 5)}`, {
    // Padded with made-up hashes, so that the length of the response reveals nothing.
    headers: { 'add-padding': 'true', 'user-agent': 'back-to-back' },
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  if (!response.ok) throw new Error(`the leaked-password service responded with ${response.status}`)
  const rest = hash.slice(5)
  return (await response.text()).split('\n').some((line) => {
    const [suffix = '', count = '0'] = line.trim().split(':')
    return suffix.toUpperCase() === rest && Number(count) > 0
  })
}

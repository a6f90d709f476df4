import type { LinkType } from '../../contract-shapes'
import { AUTH_SERVICE_PATH } from '../../rules/auth-service-path'
import { isOwnAddress } from '../../rules/redirect-target'
import type { TokenPurpose } from '../tokens/token-purpose'

/** What a link says it is about; only what is mailed has one. */
export const linkTypes: Partial<Record<TokenPurpose, LinkType>> = {
  verify_email: 'signup',
  sign_in: 'magiclink',
  recover: 'recovery',
  invite: 'invite',
  email_change_current: 'email_change',
  email_change_new: 'email_change',
}

const pages: Partial<Record<LinkType, string>> = { signup: '/auth/verify', recovery: '/auth/reset' }

interface LinkParts {
  publicUrl: string
  token: string
  type: LinkType
  /** Allowed before; where an app is led back to. Our own pages are no app. */
  redirectTo?: string | undefined
}

/**
 * The address in a mail. Ours lands on a page that asks before it acts, since some mail programs open links before people
 * do; an app's goes through the auth service, as its protocol has it.
 */
export function linkOf({ publicUrl, token, type, redirectTo }: LinkParts): string {
  if (redirectTo === undefined || isOwnAddress(publicUrl, redirectTo))
    return pageOf({ publicUrl, token, type, redirectTo })
  const search = new URLSearchParams({ token, type, redirect_to: redirectTo })
  return `${publicUrl}${AUTH_SERVICE_PATH}/verify?${search}`
}

/** Our own page for it; what it was asked to lead to comes after. */
export function pageOf({ publicUrl, token, type, redirectTo }: LinkParts): string {
  const page = pages[type]
  // Somebody's own address of a link has anything for a token, also the end of a line.
  const search = new URLSearchParams(page === undefined ? { token, type } : { token })
  const next = redirectTo === undefined ? '/' : pathOf(redirectTo)
  // Whoever confirms an address is not on their way anywhere.
  if (next !== '/' && type !== 'signup') search.set('next', next)
  return `${publicUrl}${page ?? '/auth/link'}?${search}`
}

function pathOf(address: string): string {
  const { pathname, search, hash } = new URL(address)
  return `${pathname}${search}${hash}`
}

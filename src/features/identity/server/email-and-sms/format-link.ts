import type { LinkType } from '../../contract-shapes'
import { AUTH_SERVICE_PATH } from '../../rules/auth-service-path'
import { isOwnAddress } from '../../rules/redirect-target'
import type { TokenPurpose } from '../tokens/one-time-tokens'

/** The link type for each purpose. Texted codes have no link. */
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
  /** The app's URL to redirect to afterwards, already checked. Absent for our own pages. */
  redirectTo?: string | undefined
}

/**
 * Returns the URL of an emailed link. Our own links open a page that asks for a click first, because some mail programs
 * open links before people do. The link of an app opens the auth service, as its protocol requires.
 */
export function formatLink({ publicUrl, token, type, redirectTo }: LinkParts): string {
  if (redirectTo === undefined || isOwnAddress(publicUrl, redirectTo))
    return formatPageLink({ publicUrl, token, type, redirectTo })
  const search = new URLSearchParams({ token, type, redirect_to: redirectTo })
  return `${publicUrl}${AUTH_SERVICE_PATH}/verify?${search}`
}

/** Returns our own page for a link, which continues to `redirectTo`. */
export function formatPageLink({ publicUrl, token, type, redirectTo }: LinkParts): string {
  const page = pages[type]
  // URLSearchParams escapes the token, because a hand-written URL may contain any text.
  const search = new URLSearchParams(page === undefined ? { token, type } : { token })
  const next = redirectTo === undefined ? '/' : toUrlPath(redirectTo)
  // A sign-up verification has a page of its own, which needs no `next`.
  if (next !== '/' && type !== 'signup') search.set('next', next)
  return `${publicUrl}${page ?? '/auth/link'}?${search}`
}

function toUrlPath(address: string): string {
  const { pathname, search, hash } = new URL(address)
  return `${pathname}${search}${hash}`
}

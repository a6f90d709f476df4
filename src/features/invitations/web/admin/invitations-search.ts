import { parseOption, parseCursors, parseSearchText } from '~/lib/search-parameters'
import type { InvitationStatus } from '../../rules/invitation-code'

export const TABS = ['codes', 'requests', 'tree'] as const
export type InvitationsTab = (typeof TABS)[number]

/** The search of /admin/invitations. Without a tab, it shows codes. */
export type InvitationsSearch = {
  tab?: 'requests' | 'tree' | undefined
  status?: InvitationStatus | undefined
  /** Shows answered requests instead of pending ones. */
  answered?: true | undefined
  /** Searches codes by code, name or note, and tree members by name. */
  q?: string | undefined
  after?: string | undefined
  before?: string | undefined
  person?: string | undefined
}

const STATUSES: readonly InvitationStatus[] = ['pending', 'used', 'expired', 'revoked']

/**
 * Parses the URL; invalid values and parameters of other tabs count as missing. Returns every key, because the router
 * keeps the old value of a key that is missing.
 */
export function parseInvitationsSearch(raw: Record<string, unknown>): InvitationsSearch {
  const tab = parseOption(['requests', 'tree'], raw['tab'])
  return {
    tab,
    status: tab === undefined ? parseOption(STATUSES, raw['status']) : undefined,
    answered: tab === 'requests' && raw['answered'] === true ? true : undefined,
    q: tab === 'requests' ? undefined : parseSearchText(raw['q']),
    ...parseCursors(tab === undefined ? raw : {}),
    person: tab === 'tree' ? parseSearchText(raw['person'], 64) : undefined,
  }
}

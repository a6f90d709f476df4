import { oneOf, readCursors, readText } from '~/lib/read-search'
import type { InvitationStatus } from '../../rules/invitation-code'

export const TABS = ['codes', 'requests', 'tree'] as const
export type InvitationsTab = (typeof TABS)[number]

/** What the address of /admin/invitations says. Codes are what it shows when it says nothing. */
export type InvitationsSearch = {
  tab?: 'requests' | 'tree' | undefined
  /** Of the codes. */
  status?: InvitationStatus | undefined
  /** The requests that were answered lie open. */
  answered?: true | undefined
  /** Codes by code, name or note; members of the tree by name. */
  q?: string | undefined
  after?: string | undefined
  before?: string | undefined
  /** Whose branch of the tree is looked at. */
  person?: string | undefined
}

const STATUSES: readonly InvitationStatus[] = ['pending', 'used', 'expired', 'revoked']

/** What belongs to another tab, or is not understood, counts as not said; every key is named. */
export function readInvitationsSearch(raw: Record<string, unknown>): InvitationsSearch {
  const tab = oneOf(['requests', 'tree'], raw['tab'])
  return {
    tab,
    status: tab === undefined ? oneOf(STATUSES, raw['status']) : undefined,
    answered: tab === 'requests' && raw['answered'] === true ? true : undefined,
    q: tab === 'requests' ? undefined : readText(raw['q']),
    ...readCursors(tab === undefined ? raw : {}),
    person: tab === 'tree' ? readText(raw['person'], 64) : undefined,
  }
}

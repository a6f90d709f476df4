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

const LONGEST_QUERY = 100
const LONGEST_CURSOR = 300
const STATUSES: readonly InvitationStatus[] = ['pending', 'used', 'expired', 'revoked']

/** What belongs to another tab, or is not understood, counts as not said; every key is named. */
export function readInvitationsSearch(raw: Record<string, unknown>): InvitationsSearch {
  const tab = raw['tab'] === 'requests' || raw['tab'] === 'tree' ? raw['tab'] : undefined
  const after = tab === undefined ? readText(raw['after'], LONGEST_CURSOR) : undefined
  return {
    tab,
    status: tab === undefined ? STATUSES.find((status) => status === raw['status']) : undefined,
    answered: tab === 'requests' && raw['answered'] === true ? true : undefined,
    q: tab === 'requests' ? undefined : readText(raw['q'], LONGEST_QUERY),
    after,
    // Both ways at once leads nowhere.
    before: tab === undefined && after === undefined ? readText(raw['before'], LONGEST_CURSOR) : undefined,
    person: tab === 'tree' ? readText(raw['person'], 64) : undefined,
  }
}

/** The router reads `?q=90` as a number, and `?q=12E4` as another. */
function readText(raw: unknown, longest: number): string | undefined {
  const text = typeof raw === 'string' || typeof raw === 'number' ? String(raw) : ''
  return text.trim().slice(0, longest) || undefined
}

import { parseSearchText } from '~/lib/search-parameters'
import { isMemberType, type MemberType } from '~/features/members/rules/member-type'

/** The search parameters of /dashboard/members. */
export type MembersSearch = {
  q?: string | undefined
  type?: MemberType | undefined
  show?: 'suggested' | undefined
}

/**
 * Parses the URL and ignores invalid values. Returns every key, because the router keeps the old value of a key that
 * is missing.
 */
export function parseMembersSearch(raw: Record<string, unknown>): MembersSearch {
  const { type, show } = raw
  return {
    q: parseSearchText(raw['q']),
    type: typeof type === 'string' && isMemberType(type) ? type : undefined,
    show: show === 'suggested' ? show : undefined,
  }
}

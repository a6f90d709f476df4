import { readText } from '~/lib/read-search'
import { isMemberType, type MemberType } from '~/features/members/rules/member-type'

/** What the address of /dashboard/members says. */
export type MembersSearch = {
  q?: string | undefined
  type?: MemberType | undefined
  show?: 'suggested' | undefined
}

/** What an address says wrongly counts as not said; every key is named, see discover-search. */
export function readMembersSearch(raw: Record<string, unknown>): MembersSearch {
  const { type, show } = raw
  return {
    q: readText(raw['q']),
    type: typeof type === 'string' && isMemberType(type) ? type : undefined,
    show: show === 'suggested' ? show : undefined,
  }
}

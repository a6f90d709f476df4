import { formatUrl, parseOption } from '~/lib/search-parameters'

export type CaseTab = 'open' | 'mine' | 'closed'

/** The search params of /dashboard/moderation. */
export type ModerationSearch = {
  tab?: 'mine' | 'closed' | undefined
  case?: string | undefined
}

export function parseModerationSearch(raw: Record<string, unknown>): ModerationSearch {
  const { tab, case: caseId } = raw
  return {
    tab: parseOption(['mine', 'closed'], tab),
    case: typeof caseId === 'string' && /^[0-9a-f-]{36}$/i.test(caseId) ? caseId.toLowerCase() : undefined,
  }
}

export function toModerationPath({ tab, case: caseId }: ModerationSearch): string {
  return formatUrl('/dashboard/moderation', { tab, case: caseId })
}

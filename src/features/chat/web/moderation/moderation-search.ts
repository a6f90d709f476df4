export type CaseTab = 'open' | 'mine' | 'closed'

/** What the address of /dashboard/moderation says. */
export type ModerationSearch = {
  tab?: 'mine' | 'closed' | undefined
  /** The case that lies open. */
  case?: string | undefined
}

export function readModerationSearch(raw: Record<string, unknown>): ModerationSearch {
  const { tab, case: caseId } = raw
  return {
    tab: tab === 'mine' || tab === 'closed' ? tab : undefined,
    case: typeof caseId === 'string' && /^[0-9a-f-]{36}$/i.test(caseId) ? caseId.toLowerCase() : undefined,
  }
}

export function moderationPath({ tab, case: caseId }: ModerationSearch): string {
  const search = new URLSearchParams({ ...(tab && { tab }), ...(caseId && { case: caseId }) }).toString()
  return search === '' ? '/dashboard/moderation' : `/dashboard/moderation?${search}`
}

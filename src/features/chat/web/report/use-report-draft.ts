import { useState } from 'react'
import type { ReportReason } from '../../rules/chat-limits'
import { createTabTexts } from '../outbox/tab-texts'

export type ReportDraft = { reason: ReportReason | undefined; note: string; hidesPerson: boolean }

const empty: ReportDraft = { reason: undefined, note: '', hidesPerson: false }
// The dialog leaves the page when it closes, what was written in it does not.
const drafts = createTabTexts<ReportDraft>()

/** What was written about this message or person so far, how to change it, and how to forget it once it was sent. */
export function useReportDraft(
  about: string,
): [draft: ReportDraft, change: (part: Partial<ReportDraft>) => void, forget: () => void] {
  const [kept, setKept] = useState({ about, draft: drafts.get(about) ?? empty })
  const draft = kept.about === about ? kept.draft : (drafts.get(about) ?? empty)
  const change = (part: Partial<ReportDraft>) => {
    const next = { ...draft, ...part }
    drafts.set(about, next)
    setKept({ about, draft: next })
  }
  const forget = () => {
    drafts.delete(about)
    setKept({ about, draft: empty })
  }
  return [draft, change, forget]
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { EmptyState } from '~/design/empty-state'
import { LoadFailed, ShowMore } from '~/design/show-more'
import { Skeleton } from '~/design/skeleton'
import { errorMessage } from '~/platform/rpc/errors'
import { CaseLinks } from './case-links'
import { CasePanel } from './case-panel'
import { type DecisionDraft, emptyDraft } from './decision-draft'
import type { CaseTab } from './moderation-search'
import type { Moderator } from './moderator'
import { casesQuery } from './queries'
import styles from './moderation.module.css'

type CaseQueueProps = {
  me: Moderator
  tab: CaseTab
  /** From the address; if undefined, the first case of the list is open next to it. */
  caseId: string | undefined
  onOpen: (caseId: string | undefined) => void
  drafts: Record<string, DecisionDraft>
  onDraft: (caseId: string, draft: DecisionDraft) => void
}

const emptyTexts: Record<CaseTab, { title: string; text: string }> = {
  open: { title: 'No open reports', text: 'Reports from chat appear here.' },
  mine: {
    title: 'No reports taken',
    text: 'Reports you are working on appear here until they are decided.',
  },
  closed: {
    title: 'No decided reports yet',
    text: 'Decided reports appear here with the decision, the moderator and the reason.',
  },
}

/** One tab: the list and the open case. A phone shows one of the two. */
export function CaseQueue({ me, tab, caseId, onOpen, drafts, onDraft }: CaseQueueProps) {
  const list = useInfiniteQuery(casesQuery(tab))
  const cases = list.data?.pages.flatMap((page) => page.cases)
  // Stored, so that a new report does not replace the case that a moderator is deciding.
  const [first, setFirst] = useState<string>()
  if (first === undefined && cases?.[0]) setFirst(cases[0].id)
  const shown = caseId ?? first
  const [arriving, setArriving] = useState<string>()
  const queue = useRef<HTMLDivElement>(null)

  function goOn(): void {
    const others = cases?.filter(({ id }) => id !== shown) ?? []
    const place = cases?.findIndex(({ id }) => id === shown) ?? 0
    const next = others[place] ?? others[0]
    setArriving(next?.id)
    setFirst(undefined)
    onOpen(next?.id)
    if (!next) queue.current?.focus()
  }

  return (
    <div ref={queue} tabIndex={-1} className={styles.queue}>
      {list.isPending && <QueueLoading />}
      {list.isError && !cases && <LoadFailed message={errorMessage(list.error)} list={list} />}
      {cases?.length === 0 && caseId === undefined && (
        <EmptyState title={emptyTexts[tab].title}>{emptyTexts[tab].text}</EmptyState>
      )}
      {cases && shown !== undefined && (cases.length > 0 || caseId !== undefined) && (
        <div className={styles.columns}>
          <div className={styles.list}>
            <CaseLinks cases={cases} tab={tab} shown={shown} meId={me.id} onFollow={setArriving} />
            <ShowMore list={list} variant="outline" />
          </div>
          <CasePanel
            key={shown}
            caseId={shown}
            tab={tab}
            me={me}
            isArriving={arriving === shown}
            draft={drafts[shown] ?? emptyDraft}
            onDraft={(draft) => onDraft(shown, draft)}
            onDone={goOn}
          />
        </div>
      )}
    </div>
  )
}

function QueueLoading() {
  return (
    <div className={styles.loading} aria-busy="true" aria-label="Loading reports">
      {[1, 2, 3].map((place) => (
        <Skeleton key={place} height="3.5rem" />
      ))}
    </div>
  )
}

import { useQuery, useInfiniteQuery } from '@tanstack/react-query'
import { useState, useRef } from 'react'
import { classNames } from '~/design/class-names'
import { PageHead } from '~/design/page-head'
import { TabPanel, Tabs } from '~/design/tabs'
import { useNow } from '~/design/use-now'
import { type DecisionDraft, emptyDraft } from './decision-draft'
import { type CaseTab, type ModerationSearch, toModerationPath } from './moderation-search'
import type { Moderator } from './moderator'
import { caseCountsQuery, casesQuery } from './queries'
import { formatLongAge, formatShortAge } from '~/lib/age'
import styles from './moderation.module.css'
import { EmptyState } from '~/design/empty-state'
import { LoadFailed, ShowMore } from '~/design/show-more'
import { Skeleton } from '~/design/skeleton'
import { getErrorMessage } from '~/platform/rpc/errors'
import { CasePanel } from './case-panel'
import type { CaseSummary } from '../../contract-shapes'
import { decisionLabels, getFirstName, describeReport } from './moderation-labels'

type CaseLinksProps = {
  cases: readonly CaseSummary[]
  tab: CaseTab
  shown: string
  meId: string
  onFollow: (caseId: string) => void
}

type CaseQueueProps = {
  me: Moderator
  tab: CaseTab
  /** The id of the case in the page's URL. If undefined, the first case of the list is open. */
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

type ModerationPageProps = {
  me: Moderator
  search: ModerationSearch
  onSearchChange: (search: ModerationSearch) => void
}

const TABS: readonly CaseTab[] = ['open', 'mine', 'closed']
const labels: Record<CaseTab, string> = { open: 'Open', mine: 'Mine', closed: 'Closed' }

export function ModerationPage({ me, search, onSearchChange }: ModerationPageProps) {
  const { tab = 'open', case: caseId } = search
  const { data: counts } = useQuery(caseCountsQuery())
  const [drafts, setDrafts] = useState<Record<string, DecisionDraft>>({})
  const openTab = (next: CaseTab) =>
    onSearchChange({ tab: next === 'open' ? undefined : next, case: undefined })
  return (
    <div data-client-links className={styles.page} data-case={caseId === undefined ? undefined : ''}>
      <div className={classNames('row between wrap', styles.head)}>
        <PageHead title="Moderation" size="title" />
        {counts && <OpenSummary open={counts.open} oldestAt={counts.oldestAt} />}
      </div>
      <Tabs<CaseTab>
        label="Reports"
        className={styles.tabs}
        value={tab}
        onValueChange={openTab}
        tabs={TABS.map((value) => ({ value, label: labels[value], count: counts?.[value] }))}
      >
        {TABS.map((value) => (
          <TabPanel key={value} value={value}>
            {value === tab && (
              <CaseQueue
                me={me}
                tab={tab}
                caseId={caseId}
                onOpen={(next) => onSearchChange({ ...search, case: next })}
                drafts={drafts}
                onDraft={(id, draft) => setDrafts((before) => ({ ...before, [id]: draft }))}
              />
            )}
          </TabPanel>
        ))}
      </Tabs>
    </div>
  )
}

function OpenSummary({ open, oldestAt }: { open: number; oldestAt: string | null }) {
  const now = useNow()
  if (open === 0) return <p className="muted">No open reports</p>
  return (
    <p className="muted">
      <b className={classNames('bold', styles.count)}>{open}</b> open
      {oldestAt !== null && now !== undefined && `, the oldest ${formatLongAge(oldestAt, now)}`}
    </p>
  )
}

/** A tab with the list and the open case. A phone shows one of the two. */
function CaseQueue({ me, tab, caseId, onOpen, drafts, onDraft }: CaseQueueProps) {
  const list = useInfiniteQuery(casesQuery(tab))
  const cases = list.data?.pages.flatMap((page) => page.cases)
  // The id of the case that opened first. It is stored, so that a change of the list does not replace the case that a
  // moderator is deciding.
  const [first, setFirst] = useState<string>()
  if (first === undefined && cases?.[0]) setFirst(cases[0].id)
  const shown = caseId ?? first
  const [arriving, setArriving] = useState<string>()
  const queue = useRef<HTMLDivElement>(null)

  function openNextCase(): void {
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
      {list.isError && !cases && <LoadFailed message={getErrorMessage(list.error)} list={list} />}
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
            onDone={openNextCase}
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

function CaseLinks({ cases, tab, shown, meId, onFollow }: CaseLinksProps) {
  const now = useNow()
  return (
    <ol aria-label="Reports">
      {cases.map((entry) => (
        <li key={entry.id}>
          <a
            href={toModerationPath({ tab: tab === 'open' ? undefined : tab, case: entry.id })}
            aria-current={entry.id === shown ? 'true' : undefined}
            onClick={() => onFollow(entry.id)}
          >
            <span className="row between">
              <b className="bold">{entry.title}</b>
              <span className={classNames('small muted', styles.age)}>
                {now !== undefined && formatShortAge(entry.decidedAt ?? entry.openedAt, now)}
              </span>
            </span>
            <span className="small muted">
              {entry.decision ? decisionLabels[entry.decision].past : describeReport(entry)}
            </span>
            {describeAssignment(entry, meId) && (
              <span className="small bold muted">{describeAssignment(entry, meId)}</span>
            )}
          </a>
        </li>
      ))}
    </ol>
  )
}

function describeAssignment(
  { decision, isPassedToAdmin, takenBy }: CaseSummary,
  meId: string,
): string | undefined {
  if (decision) return undefined
  if (takenBy) return takenBy.id === meId ? 'Taken by you' : `Taken by ${getFirstName(takenBy.name)}`
  return isPassedToAdmin ? 'Passed to an admin' : undefined
}

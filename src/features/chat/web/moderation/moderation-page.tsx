import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { classNames } from '~/design/class-names'
import { PageHead } from '~/design/page-head'
import { TabPanel, Tabs } from '~/design/tabs'
import { useNow } from '~/design/use-now'
import { CaseQueue } from './case-queue'
import type { DecisionDraft } from './decision-draft'
import type { CaseTab, ModerationSearch } from './moderation-search'
import type { Moderator } from './moderator'
import { caseCountsQuery } from './queries'
import { formatLongAge } from '~/lib/age'
import styles from './moderation.module.css'

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

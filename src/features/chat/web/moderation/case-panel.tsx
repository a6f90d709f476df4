import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { AnchorButton } from '~/design/link-button'
import { Skeleton } from '~/design/skeleton'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatShort } from '~/lib/time'
import { errorMessage } from '~/platform/rpc/errors'
import type { CaseDetail } from '../../contract-shapes'
import { formatName } from '../../rules/format-name'
import { CaseFacts } from './case-facts'
import { CaseQuote } from './case-quote'
import { CaseWork } from './case-work'
import type { DecisionDraft } from './decision-draft'
import { type CaseTab, toModerationPath } from './moderation-search'
import type { Moderator } from './moderator'
import { caseQuery } from './queries'
import { decisionLabels } from './moderation-labels'
import styles from './moderation.module.css'
import { EmptyBox } from '~/design/empty-state'

type CasePanelProps = {
  caseId: string
  tab: CaseTab
  me: Moderator
  isArriving: boolean
  draft: DecisionDraft
  onDraft: (draft: DecisionDraft) => void
  onDone: () => void
}

export function CasePanel({ caseId, tab, isArriving, ...work }: CasePanelProps) {
  const { data, isPending, error, refetch } = useQuery(caseQuery(caseId))
  const heading = useRef<HTMLHeadingElement>(null)
  const isThere = data !== undefined
  useEffect(() => {
    if (isThere && isArriving) heading.current?.focus()
  }, [isArriving, isThere])
  return (
    <article className={styles.report} aria-busy={isPending}>
      <AnchorButton
        className={styles.back}
        variant="ghost"
        size="sm"
        icon={ArrowLeft}
        href={toModerationPath({ tab: tab === 'open' ? undefined : tab })}
      >
        All reports
      </AnchorButton>
      {data ? (
        <>
          <CaseHead found={data} heading={heading} />
          {data.quote && <CaseQuote found={data} quote={data.quote} />}
          <CaseFacts found={data} />
          {data.decision ? <CaseOutcome found={data} /> : <CaseWork found={data} {...work} />}
        </>
      ) : isPending ? (
        <div className="stack" aria-label="Loading the report">
          <Skeleton height="2rem" width="60%" />
          <Skeleton height="9rem" />
          <Skeleton height="12rem" />
        </div>
      ) : (
        <EmptyBox role="alert">
          <p className="lead">{errorMessage(error)}</p>
          <Button onClick={() => void refetch()}>Try again</Button>
        </EmptyBox>
      )}
    </article>
  )
}

function CaseHead({ found, heading }: { found: CaseDetail; heading: RefObject<HTMLHeadingElement | null> }) {
  const zone = useReaderZone()
  return (
    <header className="row between wrap">
      <h2 className="title-2" ref={heading} tabIndex={-1}>
        {found.title}
      </h2>
      <span className="small faint">
        {found.number}
        {zone && `, ${formatShort(found.openedAt, zone)}`}
      </span>
    </header>
  )
}

function CaseOutcome({ found }: { found: CaseDetail }) {
  const zone = useReaderZone()
  const { decision, decidedBy, decidedAt, decisionReason: reason } = found
  if (!decision) return null
  return (
    <section className={classNames('panel padded stack', styles.outcome)} aria-label="Decision">
      <p>
        <b className="bold">{decisionLabels[decision].past}</b>
        {reason && `: ${reason}`}
      </p>
      <p className="small muted">
        {decidedBy ? formatName(decidedBy.name) : 'A deleted account'}
        {decidedAt && zone && `, ${formatShort(decidedAt, zone)}`}
      </p>
    </section>
  )
}

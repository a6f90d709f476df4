import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Hand } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { AnchorButton } from '~/design/link-button'
import { Skeleton } from '~/design/skeleton'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatShort, formatClock, formatIsoDay } from '~/lib/time'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { CaseDetail } from '../../contract-shapes'
import { formatName } from '../../rules/format-name'
import { CaseFacts } from './case-facts'
import type { DecisionDraft } from './decision-draft'
import { type CaseTab, toModerationPath } from './moderation-search'
import type { Moderator } from './moderator'
import { caseQuery } from './queries'
import { decisionLabels } from './moderation-labels'
import styles from './moderation.module.css'
import { EmptyBox } from '~/design/empty-state'
import { Avatar } from '~/design/avatar'
import { Badge } from '~/design/badge'
import { Note } from '~/design/note'
import { DecideForm } from './decide-form'
import { useTakeCase } from './use-case-changes'

type CaseWorkProps = {
  found: CaseDetail
  me: Moderator
  draft: DecisionDraft
  onDraft: (draft: DecisionDraft) => void
  onDone: () => void
}

type CaseQuoteProps = { found: CaseDetail; quote: NonNullable<CaseDetail['quote']> }

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
          <p className="lead">{getErrorMessage(error)}</p>
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

function CaseQuote({ found, quote }: CaseQuoteProps) {
  const zone = useReaderZone()
  const { person, around } = found
  const name = formatName(person?.name)
  return (
    <div className={styles.quote}>
      {around.length > 0 && <p className="small faint">Context</p>}
      <SurroundingMessages messages={around.filter(({ isBefore }) => isBefore)} />
      <blockquote className={styles.reported}>
        <p className="small row wrap">
          <Avatar id={person?.id} name={name} imageUrl={person?.avatarUrl} size={28} />
          <b className="bold">{name}</b>
          {zone && <time dateTime={quote.at}>{formatMoment(quote.at, found.openedAt, zone)}</time>}
          {quote.isHidden && <Badge>Hidden</Badge>}
          {quote.isRemoved && <Badge>Deleted since</Badge>}
          {quote.isChanged && <Badge>Edited since</Badge>}
        </p>
        <p className={styles.text}>{quote.text}</p>
      </blockquote>
      <SurroundingMessages messages={around.filter(({ isBefore }) => !isBefore)} />
    </div>
  )
}

/** Formats a date with its time, or only the time if it is on the day of the report. */
function formatMoment(at: string, reportedAt: string, zone: string): string {
  return formatIsoDay(at, zone) === formatIsoDay(reportedAt, zone)
    ? formatClock(at, zone)
    : formatShort(at, zone)
}

function SurroundingMessages({ messages }: { messages: CaseDetail['around'] }) {
  return messages.map(({ id, senderName, text }) => (
    <p key={id} className={styles.around}>
      <b>{senderName}</b> {text}
    </p>
  ))
}

function CaseWork({ found, me, draft, onDraft, onDone }: CaseWorkProps) {
  const take = useTakeCase(found)
  const { takenBy } = found
  if (found.isPassedToAdmin && !me.isAdmin)
    return (
      <Note className={styles.notice} icon={Hand}>
        This report was passed to an admin.
      </Note>
    )
  if (takenBy && takenBy.id !== me.id)
    return (
      <Note className={styles.notice} icon={Hand}>
        <p>{formatName(takenBy.name)} is working on this report.</p>
        <Button
          size="sm"
          busy={take.isPending && 'Taking'}
          onClick={() => take.mutate({ isTaken: true, from: takenBy.id })}
        >
          Take over report
        </Button>
      </Note>
    )
  const isMine = takenBy !== null
  return (
    <DecideForm
      found={found}
      isAdmin={me.isAdmin}
      draft={draft}
      onDraft={(next) => {
        // Choosing a decision assigns the case to this moderator, so that other moderators see who works on it.
        if (!isMine && !take.isPending && next.decision !== draft.decision) take.mutate({ isTaken: true })
        onDraft(next)
      }}
      onDone={onDone}
      take={
        <Button
          variant="ghost"
          busy={take.isPending && (isMine ? 'Releasing' : 'Taking')}
          onClick={() => take.mutate({ isTaken: !isMine })}
        >
          {isMine ? 'Release report' : 'Take report'}
        </Button>
      }
    />
  )
}

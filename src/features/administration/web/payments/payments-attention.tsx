import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import { Icon } from '~/design/icon'
import { Skeleton } from '~/design/skeleton'
import { useNow } from '~/design/use-now'
import { CASE_AFTER_DAYS, CLOSE_AFTER_DAYS } from '~/features/settlements/rules/settlement-deadlines'
import { formatLongAge } from '~/lib/age'
import { formatAmounts } from '~/lib/amounts'
import { formatCount } from '~/lib/count'
import { formatMoney } from '~/lib/money'
import { pluralize } from '~/lib/pluralize'
import type { PaymentsAttention as Attention, ProviderFigures } from '../../contract-payments'
import { PanelFailed } from '../dashboard/panel-failed'
import { DisputesTable } from './disputes-table'
import { FailingWebhooks, RetryAllButton } from './failing-webhooks'
import { formatDuration, formatShare } from './payment-format'
import { PaymentsTable } from './payments-table'
import { paymentsAttentionQuery } from './queries'
import { SettlementCases } from './settlement-cases'
import { WaiversTable } from './waivers-table'
import { WaitingSettlements } from './waiting-settlements'
import styles from './payments.module.css'

/** The sum of a balanced ledger, in every currency. */
const BALANCED = '0.00'

/** Shows the figures, the problems that need attention, and one table for each kind of problem. */
export function PaymentsAttention() {
  const query = useQuery(paymentsAttentionQuery())
  const { data, error } = query
  if (error && !data) return <PanelFailed query={query} className={styles.figures} />
  if (!data)
    return (
      <section aria-busy="true" aria-label="Loading figures" className={styles.figures}>
        <Skeleton height="16rem" />
      </section>
    )
  const { failingEvents, withoutResult, openDisputes, openWaivers, settlementCases, waitingSettlements } =
    data
  return (
    <>
      <Figures attention={data} />
      <section className={styles.section} aria-labelledby="needs-attention">
        <h2 className="title-2" id="needs-attention">
          Needs attention
        </h2>
        <NeedsAttention attention={data} />
      </section>
      <Family
        id="failing-webhooks"
        title="Failing payment webhooks"
        list={failingEvents}
        action={failingEvents.count > 1 && <RetryAllButton count={failingEvents.count} />}
      >
        <FailingWebhooks rows={failingEvents.rows} />
      </Family>
      <Family id="without-result" title="Payments without a result" list={withoutResult}>
        <PaymentsTable label="Payments without a result" rows={withoutResult.rows} />
      </Family>
      <Family id="disputes" title="Open disputes" list={openDisputes}>
        <DisputesTable rows={openDisputes.rows} />
      </Family>
      <Family id="waivers" title="Waiver requests" list={openWaivers}>
        <WaiversTable rows={openWaivers.rows} />
      </Family>
      <Family id="settlement-cases" title="Questioned figures" list={settlementCases}>
        <SettlementCases rows={settlementCases.rows} />
      </Family>
      <Family id="settlements" title="Settlements waiting" list={waitingSettlements}>
        <WaitingSettlements rows={waitingSettlements.rows} />
      </Family>
    </>
  )
}

function Figures({ attention }: { attention: Attention }) {
  const { stripe, lastDay, ledger } = attention
  const isBalanced = ledger.imbalances.length === 0
  const now = useNow()
  const cards: { label: string; figure: string; line: string; isWrong?: boolean }[] = [
    {
      label: 'Payments, 24 hours',
      figure: formatCount(lastDay.count),
      line: lastDay.count > 0 ? `${formatShare(lastDay.succeeded, lastDay.count)} succeeded` : '',
    },
    ...(stripe === null ? [] : listStripeCards(stripe, now)),
    {
      label: 'Ledger sum',
      figure: isBalanced ? BALANCED : formatAmounts(ledger.imbalances),
      line: `${formatCount(ledger.transactions)} ${ledger.transactions === 1 ? 'transaction' : 'transactions'}, ${isBalanced ? 'balanced' : 'not balanced'}`,
      isWrong: !isBalanced,
    },
  ]
  return (
    <dl
      id="figures"
      className={classNames('cells', styles.figures)}
      style={{ '--n': cards.length } as CSSProperties}
    >
      {cards.map(({ label, figure, line, isWrong }) => (
        <div key={label} className={isWrong ? styles.wrong : undefined}>
          <dt>{label}</dt>
          <dd className="figure">{figure}</dd>
          <dd className="small faint">{line}</dd>
        </div>
      ))}
    </dl>
  )
}

function listStripeCards(stripe: ProviderFigures, now: number | undefined) {
  const { callP95Ms, callsLastMinute, callsPerSecond, webhookP95Ms, lastWebhookAt } = stripe
  const age = lastWebhookAt !== null && now !== undefined ? formatLongAge(lastWebhookAt, now) : undefined
  return [
    {
      label: 'Stripe response time, p95',
      figure: formatDuration(callP95Ms),
      line: `${pluralize(callsLastMinute, 'call')} in the last minute, ${callsPerSecond} per second allowed`,
    },
    {
      label: 'Payment webhook delay, p95',
      figure: formatDuration(webhookP95Ms),
      line: age === undefined ? 'No payment webhook in 24 hours' : `Last one ${age} ago`,
    },
  ]
}

function NeedsAttention({ attention }: { attention: Attention }) {
  const now = useNow()
  const rows = listRows(attention, now).filter(({ count }) => count > 0)
  if (rows.length === 0)
    return <p className={classNames('muted', styles.nothing)}>Nothing needs your attention.</p>
  return (
    <div className={classNames('row-list', styles.attention)}>
      {rows.map(({ id, count, label, details }) => (
        <a key={id} href={`#${id}`}>
          <b className="figure">{formatCount(count)}</b>
          <span>
            <b className="bold">{label}</b>
            <span className={classNames('small muted', styles.line)}>{details}</span>
          </span>
          <Icon of={ArrowRight} />
        </a>
      ))}
    </div>
  )
}

function listRows(
  {
    ledger,
    failingEvents,
    withoutResult,
    openDisputes,
    openWaivers,
    settlementCases,
    waitingSettlements,
  }: Attention,
  now: number | undefined,
) {
  const [event] = failingEvents.rows
  const [payment] = withoutResult.rows
  const [dispute] = openDisputes.rows
  const [waiver] = openWaivers.rows
  const [question] = settlementCases.rows
  const [settlement] = waitingSettlements.rows
  const age = payment && now !== undefined ? formatLongAge(payment.startedAt, now) : undefined
  const chooseForm = (count: number, singular: string, plural: string) => (count === 1 ? singular : plural)
  return [
    {
      id: 'figures',
      count: ledger.imbalances.length === 0 ? 0 : 1,
      label: 'The ledger doesn’t balance',
      details: `Its sum is ${formatAmounts(ledger.imbalances)} instead of ${BALANCED}. The database was changed outside of the product.`,
    },
    {
      id: 'failing-webhooks',
      count: failingEvents.count,
      label: chooseForm(failingEvents.count, 'Failing payment webhook', 'Failing payment webhooks'),
      details: event ? `Oldest: ${event.type}, ${pluralize(event.attempts, 'attempt')}` : '',
    },
    {
      id: 'without-result',
      count: withoutResult.count,
      label: chooseForm(withoutResult.count, 'Payment without a result', 'Payments without a result'),
      details: `Checked automatically.${age === undefined ? '' : ` Oldest: ${age}`}`,
    },
    {
      id: 'disputes',
      count: openDisputes.count,
      label: chooseForm(openDisputes.count, 'Open dispute', 'Open disputes'),
      details: dispute
        ? `Due first: ${dispute.number}, ${dispute.eventTitle}, ${formatMoney(dispute.amountCents, dispute.currency)}`
        : '',
    },
    {
      id: 'waivers',
      count: openWaivers.count,
      label: chooseForm(openWaivers.count, 'Waiver request', 'Waiver requests'),
      details: waiver ? `Oldest: ${waiver.eventTitle}, without a payout account` : '',
    },
    {
      id: 'settlement-cases',
      count: settlementCases.count,
      label: chooseForm(settlementCases.count, 'Questioned figure', 'Questioned figures'),
      details: question
        ? `For ${CASE_AFTER_DAYS} days or longer. Oldest: ${question.eventTitle}, ${question.figure}`
        : '',
    },
    {
      id: 'settlements',
      count: waitingSettlements.count,
      label: chooseForm(waitingSettlements.count, 'Settlement waiting', 'Settlements waiting'),
      details: settlement ? `For ${CLOSE_AFTER_DAYS} days or longer. Oldest: ${settlement.eventTitle}` : '',
    },
  ]
}

type FamilyProps = {
  id: string
  title: string
  list: { count: number; rows: readonly unknown[] }
  action?: ReactNode
  children: ReactNode
}

function Family({ id, title, list: { count, rows }, action, children }: FamilyProps) {
  if (rows.length === 0) return null
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-title`}>
      <div className={classNames('row between', styles.familyHead)}>
        <h2 className="title-2" id={`${id}-title`}>
          {title}
        </h2>
        {action}
      </div>
      <div data-client-links>{children}</div>
      {count > rows.length && (
        <p className="small faint">
          {formatCount(count - rows.length)} more appear here once these are resolved.
        </p>
      )}
    </section>
  )
}

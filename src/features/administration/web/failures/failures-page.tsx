import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { classNames } from '~/design/class-names'
import { EmptyState } from '~/design/empty-state'
import { BackLink, Crumb, PageHead } from '~/design/page-head'
import { formatDollars } from '~/lib/money'
import { administration, failuresQuery } from '../queries'
import { FailureRow } from './failure-row'
import styles from './failures.module.css'

export function FailuresPage() {
  const { data } = useSuspenseQuery(failuresQuery())
  const { emails, payments, refunds } = data
  const isCalm = emails.length + payments.length + refunds.length === 0
  return (
    <div className={styles.page} data-client-links>
      <Crumb home={false}>
        <BackLink to="/admin">Dashboard</BackLink>
      </Crumb>
      <PageHead
        title="Failed deliveries"
        size="title"
        lead="Automatic retries have stopped for these emails and refunds. Payments are still being checked."
      />
      {isCalm && (
        <EmptyState title="Nothing has failed">Failed emails, payments and refunds appear here.</EmptyState>
      )}
      <Family id="payments" title="Payments without an answer" count={payments.length}>
        {payments.map(({ id, orderNumber, buyer, amountCents, since }) => (
          <FailureRow
            key={id}
            title={`${formatDollars(amountCents)}, order ${orderNumber}`}
            recipient={buyer}
            at={since}
            description="The system keeps checking with the bank. If the bank approves after the hold expires and no tickets are left, the payment is refunded."
          />
        ))}
      </Family>
      <Family id="refunds" title="Failed refunds" count={refunds.length}>
        {refunds.map(({ id, orderNumber, buyer, amountCents, at, attempts, reason }) => (
          <FailureRow
            key={id}
            title={`${formatDollars(amountCents)} refund, order ${orderNumber}`}
            recipient={buyer}
            at={at}
            description={`The provider rejected it ${attempts} times.`}
            reason={reason}
            retry={{
              id,
              run: administration.attention.retryRefund.call,
              done: 'Refund requested again',
              failed: 'Failed to retry the refund',
            }}
          />
        ))}
      </Family>
      <Family id="mails" title="Failed emails" count={emails.length}>
        {emails.map(({ id, about, to, at, reason }) => (
          <FailureRow
            key={id}
            title={`Email about ${about}`}
            recipient={to ?? 'To a deleted account'}
            at={at}
            reason={reason}
            retry={{
              id,
              run: administration.attention.retryEmail.call,
              done: 'The email is being sent again',
              failed: 'Failed to send the email',
            }}
          />
        ))}
      </Family>
      {data.hasMore && (
        <p className="small faint">There are more failures. They appear here once these are resolved.</p>
      )}
    </div>
  )
}

function Family(props: { id: string; title: string; count: number; children: ReactNode }) {
  if (props.count === 0) return null
  return (
    <section id={props.id} aria-labelledby={`${props.id}-title`}>
      <h2 className="title-2" id={`${props.id}-title`}>
        {props.title}
      </h2>
      <ul className={classNames('row-list', styles.list)}>{props.children}</ul>
    </section>
  )
}

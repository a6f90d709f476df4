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
        title="What did not go through"
        size="title"
        lead="Everything here was tried again by itself until it made no sense to go on, or is being asked for still."
      />
      {isCalm && (
        <EmptyState title="Everything went through">No mail, payment or refund waits for you.</EmptyState>
      )}
      <Family id="payments" title="Payments without an answer" count={payments.length}>
        {payments.map(({ id, orderNumber, buyer, amountCents, since }) => (
          <FailureRow
            key={id}
            title={`${formatDollars(amountCents)}, order ${orderNumber}`}
            who={buyer}
            at={since}
            what="Asking the bank again by itself. If it says yes after the hold is over, the money goes back unless tickets are left."
          />
        ))}
      </Family>
      <Family id="refunds" title="Refunds that failed" count={refunds.length}>
        {refunds.map(({ id, orderNumber, buyer, amountCents, at, attempts, why }) => (
          <FailureRow
            key={id}
            title={`${formatDollars(amountCents)} back, order ${orderNumber}`}
            who={buyer}
            at={at}
            what={`The provider refused ${attempts} times.`}
            why={why}
            retry={{
              id,
              run: administration.attention.retryRefund.call,
              done: 'The refund is asked for again',
              failed: 'Failed to ask for the refund',
            }}
          />
        ))}
      </Family>
      <Family id="mails" title="Mails that failed" count={emails.length}>
        {emails.map(({ id, about, to, at, why }) => (
          <FailureRow
            key={id}
            title={`A mail about ${about}`}
            who={to ?? 'To an account that is gone'}
            at={at}
            why={why}
            retry={{
              id,
              run: administration.attention.retryEmail.call,
              done: 'The mail is on its way again',
              failed: 'Failed to send the mail',
            }}
          />
        ))}
      </Family>
      {data.hasMore && (
        <p className="small faint">There are more. They show here once these are dealt with.</p>
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

import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ArrowRight, DoorClosed, FlaskConical, Hourglass, TimerOff } from 'lucide-react'
import { useRef } from 'react'
import { Badge } from '~/design/badge'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { useSiteName } from '~/design/site-name'
import { Icon } from '~/design/icon'
import { useFocusFallback } from '~/design/use-focus-fallback'
import { Mark } from '~/design/mark'
import { notify } from '~/design/toast'
import { formatMoney } from '~/lib/money'
import { getErrorMessage } from '~/platform/rpc/errors'
import { sandboxQuery, ordersClient } from './queries'
import styles from './sandbox.module.css'
import { AnchorButton } from '~/design/link-button'

type Decision = 'approve' | 'decline' | 'approve_later' | 'approve_too_late'

/**
 * The sandbox's payment page: approves, declines or delays a payment, or simulates a customer who never comes back.
 * No money moves.
 */
export function SandboxPage({ reference }: { reference: string }) {
  const { data: payment } = useSuspenseQuery(sandboxQuery(reference))
  const queryClient = useQueryClient()
  const decide = useMutation(ordersClient.sandbox.decide.mutationOptions())
  const send = (decision: Decision) =>
    decide.mutate(
      { reference, decision: decision },
      {
        onSuccess: ({ returnUrl, status }) => {
          // The checkout shows a declined payment itself, a booking doesn't.
          if (status === 'declined' && payment.subject === 'booking')
            queryClient.setQueryData(sandboxQuery(reference).queryKey, { ...payment, status })
          else window.location.assign(returnUrl)
        },
        onError: (error) => notify.error(getErrorMessage(error)),
      },
    )
  const place = useRef<HTMLElement>(null)
  useFocusFallback(place, payment.status)
  const isBusy = decide.isPending || decide.isSuccess
  const siteName = useSiteName()
  const isOpen = payment.status === 'started' && payment.processingSince === null
  return (
    <div className={styles.page}>
      <header className="page-width row between">
        <span className="row">
          <Mark className={styles.mark} />
          <b className="bold">Sandbox payments</b>
        </span>
        <Badge tone="orange" icon={FlaskConical}>
          No money is charged
        </Badge>
      </header>
      <main className={styles.main} id="main">
        <section
          className={classNames('sheet stock-bone', styles.payment)}
          aria-labelledby="amount"
          ref={place}
        >
          <p>
            {siteName}, {payment.subject} <b className="code">{payment.number}</b>
          </p>
          <h1
            id="amount"
            className={styles.amount}
            style={{ fontSize: computeFontSize(formatMoney(payment.amountCents, payment.currency)) }}
          >
            {formatMoney(payment.amountCents, payment.currency)}
          </h1>
          <dl className="fact-list">
            <div>
              <dt>{payment.subject === 'booking' ? 'For' : 'To'}</dt>
              <dd>{payment.eventTitle}</dd>
            </div>
          </dl>
          <div className="total">
            {isOpen ? (
              <>
                <Button
                  variant="primary"
                  size="lg"
                  full
                  busy={isBusy ? 'One moment' : false}
                  onClick={() => send('approve')}
                >
                  Approve
                </Button>
                <Button variant="outline" full disabled={isBusy} onClick={() => send('decline')}>
                  Decline
                </Button>
              </>
            ) : (
              <>
                <p role={decide.isSuccess ? 'alert' : undefined}>
                  {decide.isSuccess
                    ? 'The bank declined the payment. Nothing was charged. You can pay again from the booking.'
                    : `This payment was already decided: ${payment.processingSince === null ? payment.status : 'pending'}.`}
                </p>
                <AnchorButton variant="primary" size="lg" full href={payment.returnUrl}>
                  Back to the {payment.subject}
                </AnchorButton>
              </>
            )}
          </div>
        </section>
        {isOpen && <DelayedDecisions isBusy={isBusy} hasHold={payment.subject === 'order'} onDecide={send} />}
      </main>
    </div>
  )
}

const computeFontSize = (amount: string) =>
  `min(7.9rem, ${(167 / Math.max(6.3, amount.length)).toFixed(1)}vw, ${(50 / amount.length).toFixed(2)}rem)`

function DelayedDecisions({
  isBusy,
  hasHold,
  onDecide,
}: {
  isBusy: boolean
  hasHold: boolean
  onDecide: (decision: Decision) => void
}) {
  const rows = [
    {
      icon: Hourglass,
      name: 'Approve after 30 seconds',
      result: 'Shows the pending screen first',
      press: () => onDecide('approve_later'),
    },
    ...(hasHold
      ? [
          {
            icon: TimerOff,
            name: 'Approve after the hold has expired',
            result: 'Honored if tickets are available, refunded if not',
            press: () => onDecide('approve_too_late'),
          },
        ]
      : []),
    {
      icon: DoorClosed,
      name: 'Never come back',
      result: 'Leaves the page without an answer',
      press: () => window.location.assign('/events'),
    },
  ]
  return (
    <section>
      <h2 className="title-3">Or simulate a real bank</h2>
      <ul className="row-list">
        {rows.map((row) => (
          <li key={row.name}>
            <button type="button" className={styles.answer} disabled={isBusy} onClick={row.press}>
              <Icon of={row.icon} />
              <span>
                <b className="bold">{row.name}</b>
                <br />
                <span className="small muted">{row.result}</span>
              </span>
              <Icon of={ArrowRight} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { ArrowRight, CircleCheck, FileWarning, FlaskConical, Hourglass } from 'lucide-react'
import { Badge } from '~/design/badge'
import { classNames } from '~/design/class-names'
import { Icon } from '~/design/icon'
import { AnchorButton } from '~/design/link-button'
import { Mark } from '~/design/mark'
import { useSiteName } from '~/design/site-name'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import { getReturnPath } from '../rules/return-path'
import { payees, sandboxPayeeQuery } from './queries'
import styles from './sandbox-payee.module.css'

const choices = [
  {
    setup: 'complete',
    icon: CircleCheck,
    name: 'Complete setup',
    result: 'Connects a bank account of the sandbox',
  },
  {
    setup: 'unfinished',
    icon: Hourglass,
    name: 'Leave the setup unfinished',
    result: 'A photo of your ID and a bank account are missing',
  },
  {
    setup: 'tax_number_needed',
    icon: FileWarning,
    name: 'Ask for a tax number',
    result: 'Pauses payouts until you complete the setup',
  },
] as const

/**
 * The page of the sandbox, in place of a real provider's page. The person chooses the state that the sandbox reports
 * for their account.
 */
export function SandboxPayeePage({ account, eventId }: { account: string; eventId?: string | undefined }) {
  const { setup: current } = useSuspenseQuery(sandboxPayeeQuery(account)).data
  const siteName = useSiteName()
  const { mutate, isPending, isSuccess } = useMutation(
    payees.sandbox.choose.mutationOptions({
      onSuccess: ({ returnUrl }) => window.location.assign(returnUrl),
      onError: (error) => notify.error(getErrorMessage(error)),
    }),
  )
  const isBusy = isPending || isSuccess
  return (
    <div className={styles.page}>
      <header className="page-width row between">
        <span className="row">
          <Mark className={styles.mark} />
          <b className="bold">Sandbox payouts</b>
        </span>
        <Badge tone="orange" icon={FlaskConical}>
          No money moves
        </Badge>
      </header>
      <main className={styles.main} id="main">
        <section className={classNames('sheet stock-bone', styles.sheet)}>
          <h1 className="title-1">Set up your payout account</h1>
          <p>
            {siteName} uses a sandbox instead of a payment provider. Choose what it reports about your
            account.
          </p>
        </section>
        <ul className="row-list">
          {choices.map(({ setup, icon, name, result }) => (
            <li key={setup}>
              <button
                type="button"
                className={styles.choice}
                disabled={isBusy}
                onClick={() => mutate({ account, setup, eventId })}
              >
                <Icon of={icon} />
                <span>
                  <b className="bold">{name}</b> {setup === current && <Badge>current</Badge>}
                  <br />
                  <span className="small muted">{result}</span>
                </span>
                <Icon of={ArrowRight} />
              </button>
            </li>
          ))}
        </ul>
        <AnchorButton variant="ghost" href={getReturnPath({ eventId })}>
          {eventId === undefined ? 'Back to settings' : 'Back to the event'}
        </AnchorButton>
      </main>
    </div>
  )
}

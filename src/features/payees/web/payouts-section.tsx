import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { Badge, type BadgeTone } from '~/design/badge'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { useFocusFallback } from '~/design/use-focus-fallback'
import { useNow } from '~/design/use-now'
import { useReaderZone } from '~/design/use-reader-zone'
import { pluralize } from '~/lib/pluralize'
import { toSentenceCase } from '~/lib/sentence-case'
import { formatClock, formatShortDay } from '~/lib/time'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { Payee } from '../contract'
import { PROVIDER_NAMES, type ProviderKind } from '../rules/requirement-text'
import { ConnectedAccount } from './connected-account'
import { NotConnected } from './not-connected'
import { OpenProviderButton } from './open-provider-button'
import { payees, payoutsQuery } from './queries'
import { RequirementList, RestrictedNote } from './requirement-list'
import { useOpenProvider } from './use-open-provider'
import styles from './payouts.module.css'

const badges: Record<Payee['status'], { tone: BadgeTone; label: string }> = {
  in_progress: { tone: 'orange', label: 'setup in progress' },
  connected: { tone: 'green', label: 'connected' },
  restricted: { tone: 'red', label: 'action needed' },
}

/** A badge with the state of the account, beside the section's title. Renders nothing without an account. */
export function PayoutsBadge() {
  const status = useQuery(payoutsQuery()).data?.payee?.status
  return status === undefined ? null : <Badge tone={badges[status].tone}>{badges[status].label}</Badge>
}

type PayoutsSectionProps = {
  /**
   * The URL fragment that opens this section. The provider leads the person back to this fragment, so opening it
   * reads the account from the provider again.
   */
  id: string
  /** The next payout, shown above the account. Like `children`, only shown while the account is connected. */
  figures?: ReactNode
  /** The payouts, shown below the account. */
  children?: ReactNode
}

/** Settings > Payouts: the payout account of the caller, or how to connect one. */
export function PayoutsSection({ id, figures, children }: PayoutsSectionProps) {
  const { provider, payee } = useSuspenseQuery(payoutsQuery()).data
  const isOpened = useRouterState({ select: ({ location }) => location.hash === id })
  const place = useRef<HTMLDivElement>(null)
  useFocusFallback(place, payee?.status ?? 'none')
  return (
    <div className={classNames('stack', styles.section)} ref={place}>
      {provider === 'none' ? (
        <p className="muted">Payouts aren’t available on this site.</p>
      ) : payee === null ? (
        <NotConnected provider={provider} />
      ) : (
        <Account provider={provider} payee={payee} isOpened={isOpened} figures={figures}>
          {children}
        </Account>
      )}
    </div>
  )
}

type AccountProps = Pick<PayoutsSectionProps, 'figures' | 'children'> & {
  provider: ProviderKind
  payee: Payee
  isOpened: boolean
}

function Account({ provider, payee, isOpened, figures, children }: AccountProps) {
  const queryClient = useQueryClient()
  const { open, isOpening } = useOpenProvider()
  const refresh = useMutation(
    payees.payouts.refresh.mutationOptions({
      onSuccess: (payouts) => queryClient.setQueryData(payoutsQuery().queryKey, payouts),
    }),
  )
  const { mutate } = refresh
  useEffect(() => {
    if (isOpened) mutate(undefined)
  }, [isOpened, mutate])
  const { status, requirements } = payee
  return (
    <>
      <p className="muted">{describeStatus(provider, payee)}</p>
      {status === 'connected' && figures}
      {status === 'restricted' && <RestrictedNote provider={provider} requirements={requirements} />}
      <RequirementList provider={provider} requirements={requirements} isOpening={isOpening} onOpen={open} />
      {status === 'connected' ? (
        <ConnectedAccount provider={provider} payee={payee} isOpening={isOpening} onOpen={open} />
      ) : (
        <OpenProviderButton isOpening={isOpening} onOpen={open}>
          {status === 'in_progress' ? 'Continue setup' : `Resolve with ${PROVIDER_NAMES[provider]}`}
        </OpenProviderButton>
      )}
      <div className={classNames('row wrap', styles.check)}>
        <output className="small faint">
          {refresh.isPending ? 'Checking your account' : <CheckedAt checkedAt={payee.checkedAt} />}
        </output>
        {refresh.isError && (
          <p className="small" role="alert">
            Failed to check your account. {getErrorMessage(refresh.error)}{' '}
            <Button size="sm" onClick={() => mutate(undefined)}>
              Check again
            </Button>
          </p>
        )}
      </div>
      {status === 'connected' && children}
    </>
  )
}

function describeStatus(provider: ProviderKind, { status, requirements }: Payee): string {
  if (status === 'connected') return 'Your account is complete. You can receive payouts.'
  if (status === 'restricted') return 'Payouts are paused.'
  const needed = requirements.filter(({ urgency }) => urgency !== 'later').length
  return needed === 0
    ? 'Complete the setup to receive payouts.'
    : `${toSentenceCase(PROVIDER_NAMES[provider])} needs ${pluralize(needed, 'more item')} before you can receive payouts.`
}

function CheckedAt({ checkedAt }: Pick<Payee, 'checkedAt'>) {
  const zone = useReaderZone() ?? 'UTC'
  const now = useNow()
  if (checkedAt === null) return null
  const day = formatShortDay(checkedAt, zone)
  const isToday = now !== undefined && day === formatShortDay(new Date(now), zone)
  return `Checked ${isToday ? '' : `on ${day} `}at ${formatClock(checkedAt, zone)}`
}

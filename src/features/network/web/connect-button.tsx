import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '~/design/button'
import { AnchorButton } from '~/design/link-button'
import { hasErrorCode } from '~/platform/rpc/errors'
import { relationQuery } from './queries'
import { RelationActions } from './relation-actions'

type ConnectButtonProps = {
  personId: string
  name: string
  isSignedIn: boolean
  size?: 'sm' | 'md' | 'lg'
  /** The page to return to after signing in. Default: the current page. */
  nextPath?: string
  whenConnected?: ReactNode
  /** Shows a link to the request instead of its buttons, for pages that have another Accept or Withdraw button. */
  hasRequestLink?: boolean
  /** Opens the report dialog. The menu then has the item Report. */
  onReport?: (() => void) | undefined
  /** Called after a block. By default, the reader leaves the person's page, which they can no longer see. */
  onBlocked?: (() => void) | undefined
}

/** The Connect button, or the state of a request. Visitors must sign in first. */
export function ConnectButton({ isSignedIn, ...props }: ConnectButtonProps) {
  return isSignedIn ? <CurrentRelation {...props} /> : <SignInToConnect {...props} />
}

/** Shows its children only to a reader who is connected to the person, for places without a Connect button. */
export function WhenConnected({ personId, children }: { personId: string; children: ReactNode }) {
  const relation = useQuery(relationQuery(personId))
  return relation.data?.state === 'connected' ? children : null
}

function SignInToConnect({ size = 'md', nextPath, name }: Omit<ConnectButtonProps, 'isSignedIn'>) {
  const here = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <AnchorButton
      variant="outline"
      size={size}
      icon={UserPlus}
      aria-label={`Connect with ${name}`}
      href={`/auth?tab=sign-in&next=${encodeURIComponent(nextPath ?? here)}`}
    >
      Connect
    </AnchorButton>
  )
}

function CurrentRelation(props: Omit<ConnectButtonProps, 'isSignedIn' | 'nextPath'>) {
  const { personId, name, size = 'md', whenConnected, hasRequestLink = false, onReport, onBlocked } = props
  const relation = useQuery(relationQuery(personId))
  if (relation.data) {
    const actionProps = { personId, name, size, whenConnected, hasRequestLink, onReport, onBlocked }
    return <RelationActions {...actionProps} status={relation.data} />
  }
  if (hasErrorCode(relation.error, 'NOT_FOUND')) return null
  return (
    <Button
      variant="outline"
      size={size}
      icon={UserPlus}
      busy={relation.isFetching && 'Connect'}
      onClick={() => void relation.refetch()}
    >
      {relation.isError ? 'Try again' : 'Connect'}
    </Button>
  )
}

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
  /** Links to a request instead of showing its buttons, on a page with an Accept or a Withdraw of its own. */
  hasRequestLink?: boolean
  /** Opens the report dialog; in the menu. */
  onReport?: (() => void) | undefined
  /** Called after a block. Default: leaves the person's page, which no longer exists for the reader. */
  onBlocked?: (() => void) | undefined
}

/** The Connect button and the state of a request. Visitors sign in first. */
export function ConnectButton({ isSignedIn, ...props }: ConnectButtonProps) {
  return isSignedIn ? <CurrentRelation {...props} /> : <SignInToConnect {...props} />
}

/** Shows something to connected people only, where a request would be out of place. */
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

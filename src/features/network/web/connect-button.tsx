import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '~/design/button'
import { AnchorButton } from '~/design/link-button'
import { hasCode } from '~/platform/rpc/errors'
import { relationQuery } from './queries'
import { RelationActions } from './relation-actions'

type ConnectButtonProps = {
  personId: string
  name: string
  isSignedIn: boolean
  size?: 'sm' | 'md' | 'lg'
  /** Where one comes back to after signing in; this page unless told. */
  nextPath?: string
  /** What people who are connected can do besides. */
  whenConnected?: ReactNode
  /** Tells the moderators; in the menu. */
  onReport?: (() => void) | undefined
}

/** Connect, and what became of it. Asks strangers to sign in first. */
export function ConnectButton({ isSignedIn, ...props }: ConnectButtonProps) {
  return isSignedIn ? <OwnRelation {...props} /> : <SignInFirst {...props} />
}

function SignInFirst({ size = 'md', nextPath, name }: Omit<ConnectButtonProps, 'isSignedIn'>) {
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

function OwnRelation(props: Omit<ConnectButtonProps, 'isSignedIn' | 'nextPath'>) {
  const { personId, name, size = 'md', whenConnected, onReport } = props
  const relation = useQuery(relationQuery(personId))
  if (relation.data) {
    const asked = { personId, name, size, whenConnected, onReport }
    return <RelationActions {...asked} standing={relation.data} />
  }
  if (hasCode(relation.error, 'NOT_FOUND')) return null
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

import { useQuery } from '@tanstack/react-query'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { LinkButton } from '~/design/link-button'
import { branchQuery } from '~/features/invitations/web/queries'
import { BranchPanel } from '~/features/invitations/web/tree/branch-panel'
import { getErrorMessage } from '~/platform/rpc/errors'
import { isMissingResource } from '../-frame/not-found-errors'
import styles from './app-shell.module.css'

/** On a person's page: their branch of the invite tree, and a link to it. */
export function PersonInviteTree({ personId }: { personId: string }) {
  const { data, isError, error, isFetching, refetch } = useQuery(branchQuery(personId))
  if (isError && isMissingResource(error))
    return <p className="muted">This person wasn’t invited by a member and isn’t part of the invite tree.</p>
  if (isError)
    return (
      <div className="row wrap" role="alert">
        <p className="muted">{getErrorMessage(error)}</p>
        <Button size="sm" busy={isFetching && 'Trying'} onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  return (
    <div className={classNames('stack', styles.personTree)} data-client-links>
      <BranchPanel personId={personId} branch={data} isOnPersonPage />
      <p>
        <LinkButton to="/admin/invitations" search={{ tab: 'tree', person: personId }} size="sm">
          View in invite tree
        </LinkButton>
      </p>
    </div>
  )
}

import { EmptyState } from '~/design/empty-state'
import { LinkButton } from '~/design/link-button'

export function BecomeMember() {
  return (
    <div>
      <h1 className="title-1">Invitations</h1>
      <EmptyState
        title="Members invite people"
        action={
          <span className="row wrap">
            <LinkButton to="/dashboard/settings" variant="solid">
              I have a code
            </LinkButton>
            <LinkButton to="/request-invite">Request Invite</LinkButton>
          </span>
        }
      >
        Your account is for buying tickets. With a code from a member, you become a member and get codes of
        your own.
      </EmptyState>
    </div>
  )
}

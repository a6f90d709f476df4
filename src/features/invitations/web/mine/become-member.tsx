import { EmptyState } from '~/design/empty-state'
import { LinkButton } from '~/design/link-button'

export function BecomeMember() {
  return (
    <div>
      <h1 className="title-1">Invitations</h1>
      <EmptyState
        title="Members let people in"
        action={
          <span className="row wrap">
            <LinkButton to="/dashboard/settings" variant="solid">
              I have a code
            </LinkButton>
            <LinkButton to="/request-invite">Request Invite</LinkButton>
          </span>
        }
      >
        You came in to buy tickets. With a code from a member you become one, and get codes of your own.
      </EmptyState>
    </div>
  )
}

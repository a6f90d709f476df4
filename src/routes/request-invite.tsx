import { createFileRoute } from '@tanstack/react-router'
import { RequestInvitePage } from '~/features/invitations/web/request-invite-page'
import { createPlainHead } from './-frame/page-head'

export const Route = createFileRoute('/request-invite')({
  staticData: { frame: { nav: 'pink', hasOwnAction: true } },
  head: ({ match }) =>
    createPlainHead(
      match,
      'Request Invite',
      'Every member was invited by another member. Tell us what you do and who knows you.',
    ),
  component: RequestInvitePage,
})

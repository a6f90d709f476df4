import { createFileRoute } from '@tanstack/react-router'
import { RequestInvitePage } from '~/features/invitations/web/request-invite-page'

export const Route = createFileRoute('/request-invite')({
  staticData: { frame: { nav: 'pink', hasOwnAction: true } },
  head: () => ({
    meta: [
      { title: 'Request Invite — Back to Back' },
      {
        name: 'description',
        content: 'Every member was let in by another member. Tell us what you do and who knows you.',
      },
    ],
  }),
  component: RequestInvitePage,
})

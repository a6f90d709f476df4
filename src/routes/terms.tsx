import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { LegalPage } from '~/features/settings/web/legal-page'
import { textQuery } from '~/features/settings/web/queries'
import { formatPageTitle } from '~/lib/page-title'

export const Route = createFileRoute('/terms')({
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(textQuery('terms')),
  head: ({ match }) => ({
    meta: [
      { title: formatPageTitle('Terms of Service', match.context.site.name) },
      {
        name: 'description',
        content: 'Who can join, and how tickets, the service fee, refunds and bookings work.',
      },
    ],
  }),
  component: TermsRoute,
})

function TermsRoute() {
  const { data: text } = useSuspenseQuery(textQuery('terms'))
  return <LegalPage title="Terms of Service" text={text} />
}

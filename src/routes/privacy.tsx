import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { LegalPage } from '~/features/settings/web/legal-page'
import { textQuery } from '~/features/settings/web/queries'
import { formatPageTitle } from '~/lib/page-title'

export const Route = createFileRoute('/privacy')({
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(textQuery('privacy')),
  head: ({ match }) => ({
    meta: [
      { title: formatPageTitle('Privacy', match.context.site.name) },
      {
        name: 'description',
        content: 'What data we store about you, why and for how long, and what you can do about it.',
      },
    ],
  }),
  component: PrivacyRoute,
})

function PrivacyRoute() {
  const { data: text } = useSuspenseQuery(textQuery('privacy'))
  return <LegalPage title="Privacy" text={text} />
}

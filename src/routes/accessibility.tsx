import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { LegalPage } from '~/features/settings/web/legal-page'
import { textQuery } from '~/features/settings/web/queries'
import { formatPageTitle } from '~/lib/page-title'

export const Route = createFileRoute('/accessibility')({
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(textQuery('accessibility')),
  head: ({ match }) => ({
    meta: [
      { title: formatPageTitle('Accessibility', match.context.site.name) },
      {
        name: 'description',
        content: 'How accessible this site is, how we check it, and how to tell us about a barrier.',
      },
    ],
  }),
  component: AccessibilityRoute,
})

function AccessibilityRoute() {
  const { data: text } = useSuspenseQuery(textQuery('accessibility'))
  return <LegalPage title="Accessibility" text={text} />
}
